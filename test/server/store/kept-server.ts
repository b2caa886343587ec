// A real server process on a data file, started by the command line and killed without warning.

import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PROGRAM } from '../../program.js'

export const KEY = 'a-personal-key-of-the-kill-tests'

export interface KeptServer {
  readonly url: string
  readonly child: ChildProcess
  readonly errors: () => string
  /** SIGKILL; resolves when the process is gone. */
  kill(): Promise<void>
}

export interface ServerFiles {
  readonly config: string
  readonly data: string
}

/** A fresh folder with a configuration; JSON is YAML. */
export function serverFiles(config: Record<string, unknown>): ServerFiles {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-store-'))
  folders.add(folder)
  const path = join(folder, 'server.yaml')
  writeFileSync(path, JSON.stringify({ port: 0, keys: [{ name: 'tests', tier: 'INTERNAL', key: KEY }], ...config }))
  return { config: path, data: join(folder, 'venue.db') }
}

const running = new Set<KeptServer>()
const folders = new Set<string>()

/** For `afterEach`: a test that fails leaves no server and no file behind. */
export async function cleanUp(): Promise<void> {
  await Promise.all([...running].map((server) => server.kill()))
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  folders.clear()
}

const COMMAND = [...PROGRAM, 'serve']

/** `limitBlocks`: no file may grow beyond so many KiB, as on a full disk. */
export async function keptServer({ config, data }: ServerFiles, limitBlocks?: number): Promise<KeptServer> {
  const args = [process.execPath, ...COMMAND, config, '--data', data, '--json']
  const child =
    limitBlocks === undefined
      ? spawn(args[0]!, args.slice(1), { stdio: ['ignore', 'pipe', 'pipe'] })
      : spawn('bash', ['-c', `ulimit -f ${limitBlocks}; exec "$@"`, 'bash', ...args], {
          stdio: ['ignore', 'pipe', 'pipe'],
        })
  let errors = ''
  child.stderr!.on('data', (chunk) => {
    errors += chunk
  })
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
  })
  const ready = await new Promise<string>((resolve, reject) => {
    let text = ''
    child.stdout!.on('data', (chunk) => {
      text += chunk
      if (text.includes('\n')) resolve(text)
    })
    void gone.then(() => reject(new Error(`server ended with ${child.exitCode}: ${errors} ${text}`)))
  })
  const server: KeptServer = {
    url: JSON.parse(ready).url,
    child,
    errors: () => errors,
    kill: () => {
      child.kill('SIGKILL')
      return gone
    },
  }
  running.add(server)
  void gone.then(() => running.delete(server))
  return server
}
