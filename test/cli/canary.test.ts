// A key pasted into any field of a configuration turns up in nothing that a command prints, logs or refuses with.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import type { CommandContext } from '../../src/cli/command-context.js'
import { run } from '../../src/cli/commands/bot/run.js'
import { check } from '../../src/cli/commands/setup/check.js'
import { faults } from '../../src/cli/commands/venue/faults.js'
import { serve } from '../../src/cli/commands/venue/serve.js'
import { commandContext } from '../../src/cli/context.js'
import { configSchema } from '../../src/config/config.js'
import { allKeys, innermost } from '../../src/config/schema-keys.js'
import { toFailure } from '../../src/domain/error.js'
import { serverConfig } from '../../src/server/schema.js'
import { KEYS_OF_EVERY_KIND } from '../planted-keys.js'

const HEX_KEY = KEYS_OF_EVERY_KIND['hex with 0x']

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'quoin-canary-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Everything that `command` says, up to its refusal. */
async function saidBy(command: (context: CommandContext) => Promise<unknown>, env = {}): Promise<string> {
  let said = ''
  const screen = {
    write: (text: string) => {
      said += text
    },
  }
  const context = commandContext(false, { stdout: screen, stderr: screen, stdin: process.stdin }, env)
  await command(context).catch((error: unknown) => context.out.error(toFailure(error)))
  expect(said).not.toBe('')
  return said
}

/** `pasted` at a dotted path, `[]` for the first member of a list, into a copy. */
function paste(file: unknown, path: string, pasted: string): unknown {
  const copy: unknown = structuredClone(file)
  const keys = path.replaceAll('[]', '.0').split('.')
  let at = Object(copy)
  for (const [index, key] of keys.entries()) {
    const listed = keys[index + 1] === '0'
    at[key] = index === keys.length - 1 ? pasted : listed ? [] : typeof at[key] === 'object' ? at[key] : {}
    at = at[key]
  }
  return copy
}

function written(content: unknown): string {
  const path = join(folder, 'pasted.yaml')
  writeFileSync(path, typeof content === 'string' ? content : stringify(content))
  return path
}

const bare = (key: string) => key.replace(/^0x/, '')

/** A good configuration for a venue that is not there. */
const good = {
  ...parse(readFileSync('config/demo.yaml', 'utf8')),
  venue: {
    profile: join(process.cwd(), 'config/venues/sandbox.yaml'),
    url: 'http://127.0.0.1:1',
    apiKeyEnv: 'QUOIN_API_KEY',
  },
}
const env = { QUOIN_API_KEY: 'a-key-of-the-test' }
const paths = (schema: typeof configSchema | typeof serverConfig) => allKeys(schema).map(({ path }) => path)

describe('a private key in a field of the bot', () => {
  it.each([...paths(configSchema), 'strategy.params.size', 'surplus', 'wallet.surplus'])('%s', async (path) => {
    const file = written(paste(good, path, HEX_KEY))
    const said = [
      await saidBy((context) => check(file, { offline: true }, context), env),
      await saidBy((context) => run(file, { live: true, dryRun: false }, context), env),
    ].join('')
    expect(said).not.toContain(bare(HEX_KEY))
  })

  it('as the name of a key', async () => {
    const file = written({ ...good, [HEX_KEY]: 1, wallet: { [HEX_KEY]: 'x' } })
    expect(await saidBy((context) => check(file, { offline: true }, context), env)).not.toContain(bare(HEX_KEY))
  })

  it.each([
    `wallet: *${bare(HEX_KEY)}\n`,
    `wallet: {${HEX_KEY}\n`,
    `? ${HEX_KEY}\n? ${HEX_KEY}\n`,
    `!${HEX_KEY} a`,
    HEX_KEY,
  ])('in a text that is no good YAML: %#', async (text) => {
    const file = written(text)
    expect(await saidBy((context) => check(file, { offline: true }, context), env)).not.toContain(bare(HEX_KEY))
  })
})

describe('a key of any kind where a path or a name belongs', () => {
  const places = [
    'wallet.privateKeyEnv',
    'wallet.privateKeyFile',
    'venue.apiKeyEnv',
    'venue.apiKeyFile',
    'strategy.file',
    'strategy.name',
    'venue.profile',
    'execution.journal.path',
    'telemetry.host',
  ]
  it.each(Object.entries(KEYS_OF_EVERY_KIND))('%s', async (_kind, key) => {
    for (const path of places) {
      const { apiKeyEnv: _without, ...venue } = good.venue
      const base = path.startsWith('venue.apiKey') ? { ...good, venue } : good
      const said = await saidBy((context) => check(written(paste(base, path, key)), { offline: false }, context), env)
      expect({ path, said }).not.toMatchObject({ said: expect.stringContaining(bare(key)) })
      expect({ path, said }).toMatchObject({ said: expect.stringContaining('[secret]') })
    }
  })
})

describe('a key elsewhere', () => {
  it('instead of the path of the configuration, and in the file variables of the environment', async () => {
    expect(await saidBy((context) => check(HEX_KEY, { offline: true }, context))).not.toContain(bare(HEX_KEY))
    for (const name of ['QUOIN_API_KEY_FILE', 'QUOIN_PRIVATE_KEY_FILE']) {
      const said = await saidBy((context) => run(written(good), { live: true, dryRun: false }, context), {
        ...env,
        [name]: HEX_KEY,
      })
      expect(said).not.toContain(bare(HEX_KEY))
    }
  })

  it('in the address of the venue: user, password and query', async () => {
    for (const url of ['https://me:hunter2pass@venue.example.com', 'https://venue.example.com/?token=hunter2pass']) {
      const file = written(paste(good, 'venue.url', url))
      const said = await saidBy((context) => check(file, { offline: true }, context), env)
      expect(said).toContain('venue.url: expected an address without user, password, query and fragment')
      expect(said).not.toContain('hunter2pass')
    }
  })

  it('in the settings of a fault', async () => {
    const said = await saidBy((context) => faults(written(good), { settings: [HEX_KEY], kind: 'x' }, context), env)
    expect(said).not.toContain(bare(HEX_KEY))
  })
})

describe('a private key in a field of the server', () => {
  const handedOut = /^(keys|sharedKey|markets|groups|faults|switches)\b/
  const texts = allKeys(serverConfig).filter(({ path, section }) => !section && !handedOut.test(path))
  it.each(texts.map(({ path }) => path))('%s', async (path) => {
    const config = written(paste({}, path, HEX_KEY))
    const said = await saidBy((context) => serve({ config, port: 0, untilStdinEnds: false }, context))
    expect(said).not.toContain(bare(HEX_KEY))
  })

  it('is looked for in every field that takes text', () => {
    expect(texts.filter(({ schema }) => innermost(schema).def.type === 'string').length).toBeGreaterThan(8)
  })
})
