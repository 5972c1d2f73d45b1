/** The page's connection to its server. */
import { Client } from './client';
import { locale } from './i18n.svelte';

export const client = new Client(() => locale.lang);
