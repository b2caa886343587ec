// Packages of which the program takes a small part, and whose entry would bring all of them: what they hold costs every start its
// reading and its memory.

import { dirname, join } from 'node:path'
import type { Plugin } from 'esbuild'

const NAMESPACE = 'lean'

/** The same class, without fetch, mocks, caches and proxies around it, and with `dispatch` alone: no other way of asking is used. */
const UNDICI_POOL = `
import Pool from 'undici/lib/dispatcher/pool.js'
export { Pool }
`
/** Problems are told in English alone. */
const ZOD_LOCALES = "export { default as en } from './en.js'"

export function leanPackages(root: string): Plugin {
  const modules = join(root, 'node_modules')
  return {
    name: 'lean-packages',
    setup(build) {
      // as modules: what is not used stays out; Node would be given CommonJS, which comes whole
      build.onResolve({ filter: /^rxjs$/ }, () => ({
        path: join(modules, 'rxjs/dist/esm/index.js'),
        sideEffects: false,
      }))
      // all other hashes are in the entry, too, as text
      build.onResolve({ filter: /^hash-wasm$/ }, () => ({ path: join(modules, 'hash-wasm/dist/keccak.umd.min.js') }))
      build.onResolve({ filter: /^undici$/ }, ({ importer }) =>
        importer.endsWith('undici-http.ts') ? { path: 'undici-pool', namespace: NAMESPACE } : undefined,
      )
      build.onLoad({ filter: /^undici-pool$/, namespace: NAMESPACE }, () => ({
        contents: UNDICI_POOL,
        resolveDir: root,
      }))
      build.onLoad({ filter: /[/\\]zod[/\\]v4[/\\]locales[/\\]index\.js$/ }, ({ path }) => ({
        contents: ZOD_LOCALES,
        resolveDir: dirname(path),
      }))
    },
  }
}
