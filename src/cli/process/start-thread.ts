// Starts a thread of one of our own files: of the sources with the loader that translates them, as the main thread has it.

import { Worker } from 'node:worker_threads'

/** `file`: URL of the compiled file, as `new URL('./hang-watch-thread.js', import.meta.url)`. */
export function startThread(file: URL, workerData: unknown): Worker {
  if (!import.meta.url.endsWith('.ts')) return new Worker(file, { workerData })
  // a loader that translates for the main thread does not do so for others: it is asked for by name
  const loader = JSON.stringify(import.meta.resolve('tsx/esm/api'))
  const source = JSON.stringify(file.href.replace(/\.js$/, '.ts'))
  const from = JSON.stringify(import.meta.url)
  return new Worker(`import(${loader}).then(({ tsImport }) => tsImport(${source}, ${from}))`, {
    eval: true,
    workerData,
  })
}
