/** The language of the tests, whatever the machine's: Node tells one from version 21 on. */
import { locale } from './i18n.svelte';

locale.lang = 'en';
