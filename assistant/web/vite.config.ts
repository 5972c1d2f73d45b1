import { fileURLToPath } from 'node:url';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  // Relative addresses, so the page works wherever the server mounts it.
  base: './',
  plugins: [svelte()],
  resolve: {
    alias: {
      '@catalogue': here('../paiyan/assistant/catalogue'),
      '@faces': here('../../seeds/faces'),
    },
  },
  build: {
    outDir: here('../paiyan/assistant/static'),
    emptyOutDir: true,
    // Faces stay files of their own: the browser fetches only those it shows.
    assetsInlineLimit: 0,
    target: 'es2022',
    modulePreload: { polyfill: false },
    // Served from the same machine or house: one file of a megabyte is no wait.
    chunkSizeWarningLimit: 1024,
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  server: {
    fs: { allow: [here('..'), here('../../seeds')] },
    proxy: { '/api': process.env.PAIYAN_API ?? 'http://127.0.0.1:8765' },
  },
  test: { include: ['src/**/*.test.ts'], setupFiles: ['src/lib/language.testing.ts'] },
});
