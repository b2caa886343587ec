// One case in a process of its own, so that the shapes and the compiled code of variants do not mix. Talks over IPC.
//
//   argv: module of the case, root of the sources, its arguments as JSON, 'quick' or ''

import { pathToFileURL } from 'node:url'
import type { OpenCase } from './figure.js'

const [module = '', root = '', args = '{}', quick = ''] = process.argv.slice(2)
const { open }: { readonly open: OpenCase } = await import(pathToFileURL(module).href)
const opened = await open({ root, args: JSON.parse(args), quick: quick === 'quick' })

async function answer(): Promise<unknown> {
  try {
    return { value: await opened.measure() }
  } catch (error) {
    return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

process.on('message', () => {
  void answer().then((message) => process.send?.(message))
})
process.on('disconnect', () => {
  void Promise.resolve(opened.close?.()).then(() => process.exit(0))
})
process.send?.({ ready: true })
