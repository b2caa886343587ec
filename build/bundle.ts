// The program as it is shipped: some hundred files instead of a thousand, so that a start reads little. Every file that is named from
// outside, by package.json, a container or `new URL(…)`, keeps its place; what they share lies in src/chunks.

import { cpSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { build as esbuild, type Plugin } from 'esbuild'
import { leanPackages } from './lean-packages.js'

const ENTRIES = [
  'src/index.ts',
  'src/cli/main.ts',
  'src/cli/supervise.ts',
  'src/cli/health-check.ts',
  'src/cli/process/hang-watch-thread.ts',
  'src/cli/sweep/run-thread.ts',
  'src/cli/tape/model-thread.ts',
]
/** Their files are read as they are. */
const PAGES = ['src/report/page', 'src/sweep/report/page', 'src/dashboard/page']

/** Taken from node_modules when they are needed: what holds native code, finds its own files, or only serves a part of the commands. */
const OUTSIDE = [
  ...['libsql', 'secp256k1', 'tiny-secp256k1'],
  ...['pino', 'pino-pretty', 'tsx', 'typescript', 'uplot'],
  ...['bullmq', 'ioredis', 'fastify', '@fastify/cors', 'socket.io'],
]

/** `root` is the folder that holds the sources; what is built comes to `to`. Types are neither checked nor written. */
export async function bundleProgram(root: string, to: string): Promise<void> {
  const strategies = await readdir(join(root, 'strategies'))
  await esbuild({
    absWorkingDir: root,
    entryPoints: [...ENTRIES, ...strategies.filter((name) => name.endsWith('.ts')).map((name) => `strategies/${name}`)],
    ...{ outdir: to, outbase: '.', chunkNames: 'src/chunks/[name]-[hash]' },
    ...{ bundle: true, splitting: true, format: 'esm', platform: 'node', target: 'node20' },
    // names are kept, as stack traces and logs say them
    ...{ minifyWhitespace: true, minifySyntax: true },
    external: OUTSIDE,
    // packages of CommonJS ask for what Node brings
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module';const require = requireFrom(import.meta.url);",
    },
    plugins: [ownPlace(root), leanPackages(root)],
    logLevel: 'warning',
  })
  for (const page of PAGES) cpSync(join(root, page), join(to, page), { recursive: true })
}

/** A module goes by the place that it has in the sources, wherever its code has come to lie: `import.meta.url` says so. */
function ownPlace(root: string): Plugin {
  return {
    name: 'own-place',
    setup(build) {
      build.onLoad({ filter: /[/\\]src[/\\].*\.ts$/ }, async ({ path }) => {
        if (!path.startsWith(join(root, 'src'))) return undefined
        const text = await readFile(path, 'utf8')
        const place = relative(join(root, 'src'), path).replaceAll('\\', '/').replace(/\.ts$/, '.js')
        const src = "import.meta.url.slice(0, import.meta.url.lastIndexOf('/src/') + 5)"
        return { loader: 'ts', contents: text.replaceAll('import.meta.url', `(${src} + '${place}')`) }
      })
    },
  }
}
