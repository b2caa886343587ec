import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { configSchema, loadConfig, parseConfig, shownConfig } from '../../src/config/config.js'
import { allKeys } from '../../src/config/schema-keys.js'
import { QuoinError } from '../../src/domain/error.js'
import { SANDBOX_CHAIN_ID, venueProfile } from '../../src/venue/wire/profile.js'

const EXAMPLE = 'config/example.yaml'
const MINIMAL = `
venue:
  profile: config/venues/sandbox.yaml
  url: http://127.0.0.1:1
  apiKey: shared-key-1234
markets:
  ids: [m1]
strategy:
  name: as-logit
`

const parseText = (text: string) => parseConfig({ file: 'bot.yaml', text })

function messageOf(run: () => unknown): string {
  try {
    run()
  } catch (error) {
    if (error instanceof QuoinError && error.code === 'bad-config') return error.message
    throw error
  }
  throw new Error('expected bad-config, got no error')
}

/** Keys of the members of a list as `list[].key`, beside the list. */
function leaves(value: unknown, prefix: string): string[] {
  const [member] = Array.isArray(value) ? value : []
  if (typeof member === 'object') return [prefix, ...leaves(member, `${prefix}[]`)]
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [prefix]
  const entries = Object.entries(value)
  return entries.length === 0
    ? [prefix]
    : entries.flatMap(([key, inner]) => leaves(inner, prefix ? `${prefix}.${key}` : key))
}

describe('config/example.yaml', () => {
  const text = readFileSync(EXAMPLE, 'utf8')
  // a commented-out setting is one word and a colon after the hash
  const everything: unknown = parse(text.replaceAll(/^(\s*)# (\w+: )/gm, '$1$2'))
  const settings = allKeys(configSchema).filter(
    ({ path, section }) => !path.startsWith('venue.profile.') && (!section || path === 'venue.profile'),
  )

  it('has every setting of the schema, and no other', () => {
    expect(leaves(everything, '').sort()).toEqual(settings.map(({ path }) => path).sort())
  })

  it('shows the real defaults', () => {
    for (const { path, schema } of settings) {
      const fallback = schema.safeParse(undefined)
      if (!fallback.success || fallback.data === undefined) continue
      const keys = path.replaceAll('[]', '.0').split('.')
      const shown = keys.reduce<unknown>((at, key) => Reflect.get(Object(at), key), everything)
      expect({ path, value: shown }).toEqual({ path, value: fallback.data })
    }
  })

  it('loads as it stands, and explains every setting', () => {
    expect(loadConfig(EXAMPLE).strategy.name).toBe('as-logit')
    for (const { path, description } of settings) expect({ path, text: description }).not.toEqual({ path, text: '' })
    for (const line of text.split('\n')) if (/^\s*(# )?\w+:/.test(line)) expect(line).toMatch(/ # \S/)
  })

  it('says of each setting what the schema says', () => {
    const said = new Set(text.split('\n').flatMap((line) => / # (\S.*)$/.exec(line.replace(/^\s*# /, ''))?.[1] ?? []))
    // written on one line with its section, which says in its words what stands there
    const inside = (path: string) =>
      /^(chain\.(rpc|allowance)|risk\.(calendar|toxicity|ramp)|estimates\.(signal|prior)|signals|alerts\.webhooks|wallet\.signer|fleet\.(redis|markets))\b/.test(
        path,
      )
    for (const { path, description } of settings)
      if (!inside(path))
        expect({ path, said: said.has(description) ? description : '' }).toEqual({ path, said: description })
  })
})

describe('a wrong value of any setting', () => {
  const settings = allKeys(configSchema).filter(({ path, section }) => !path.startsWith('venue.profile.') && !section)
  const WRONG = ['nowhere', '', -1, true, [{}], {}]

  function withValue(path: string, value: unknown): unknown {
    const whole: Record<string, unknown> = parse(MINIMAL)
    const keys = path.replaceAll('[]', '.0').split('.')
    const last = keys.pop() ?? ''
    let at: Record<string, unknown> | unknown[] = whole
    for (const [i, key] of keys.entries()) {
      const next: Record<string, unknown> | unknown[] = Reflect.get(at, key) ?? (keys[i + 1] === '0' ? [] : {})
      Reflect.set(at, key, next)
      at = next
    }
    Reflect.set(at, last, value)
    return whole
  }

  it.each(settings.map(({ path }) => path))('%s is taken or refused by its name, and is no fault of ours', (path) => {
    for (const value of WRONG) {
      const text = JSON.stringify(withValue(path, value))
      try {
        parseText(text)
      } catch (error) {
        if (!(error instanceof QuoinError)) throw new Error(text, { cause: error })
      }
    }
  })
})

describe('every file in config', () => {
  it.each(['demo.yaml', 'testnet.yaml', 'example.yaml'])('%s is valid', (name) => {
    expect(loadConfig(join('config', name)).venue.profile.name).toBeTruthy()
  })

  it.each(readdirSync('config/venues'))('venues/%s is a valid profile', (name) => {
    const profile = venueProfile.parse(parse(readFileSync(join('config/venues', name), 'utf8')))
    expect(profile.name).toBe(name.replace('.yaml', ''))
    // the reserved chain id frees from the second key: it must stand in the sandbox's profile alone
    expect(profile.typedData.domain.chainId === SANDBOX_CHAIN_ID).toBe(name === 'sandbox.yaml')
  })
})

describe('parseConfig', () => {
  it('fills in the defaults; the default mode is paper', () => {
    const config = parseText(MINIMAL)
    expect(config).toMatchObject({ mode: 'paper', execution: { feeMaxAgeMs: 1000, orderLifetimeSec: 120 } })
    expect(config.venue.profile.typedData.domain.chainId).toBe(SANDBOX_CHAIN_ID)
  })

  it('reports every problem at once with line, column, expectation and value', () => {
    const text = `${MINIMAL}mode: alive\nrisk:\n  maxMarketShare: 3\nexecution:\n  orderLifetimeSec: soon\ntelemetry:\n  port: 99999\n`
    expect(messageOf(() => parseText(text)).split('\n')).toEqual([
      'bot.yaml:10:1 mode: expected one of paper, live, got "alive"',
      'bot.yaml:12:3 risk.maxMarketShare: expected a known key, got "maxMarketShare"; did you mean "maxMarketShares"?',
      'bot.yaml:14:3 execution.orderLifetimeSec: expected auto or a whole number from 10 to 3600, got "soon"',
      'bot.yaml:16:3 telemetry.port: expected at most 65535, got 99999',
    ])
  })

  it.each([
    ['markets', '  ids: [m1]', '  ids: [m1]\n  select: {}', 'exactly one of ids, select'],
    [
      'venue',
      '  apiKey: shared-key-1234',
      '  apiKey: a\n  apiKeyEnv: B',
      'exactly one of apiKey, apiKeyFile, apiKeyEnv',
    ],
    ['venue', '  apiKey: shared-key-1234\n', '', 'exactly one of apiKey, apiKeyFile, apiKeyEnv'],
    ['strategy', '  name: as-logit', '  params: {}', 'exactly one of name, file'],
  ])('%s: names the alternatives', (section, from, to, expected) => {
    const message = messageOf(() => parseText(MINIMAL.replace(from, to)))
    expect(message).toMatch(new RegExp(`^bot\\.yaml:\\d+:1 ${section}: expected ${expected}`))
  })

  it('refuses a private key in the file, without repeating it', () => {
    const message = messageOf(() => parseText(`${MINIMAL}wallet:\n  privateKey: 0xfeedbeef\n`))
    expect(message).toContain('wallet.privateKey: expected a known key')
    expect(message).not.toContain('feedbeef')
  })

  it('takes a profile inline, and places its problems', () => {
    const inline = MINIMAL.replace('profile: config/venues/sandbox.yaml', 'profile:\n    nam: x')
    expect(messageOf(() => parseText(inline))).toContain(
      'bot.yaml:4:5 venue.profile.nam: expected a known key, got "nam"; did you mean "name"?',
    )
  })

  it("checks a strategy's parameters with its own schema, at their place", () => {
    const schema = z.strictObject({ spread: z.number().min(0).default(0.02) })
    expect(parseText(MINIMAL).params(schema)).toEqual({ spread: 0.02 })
    const wrong = parseText(`${MINIMAL}  params:\n    spread: wide\n    sped: 1\n`)
    expect(messageOf(() => wrong.params(schema)).split('\n')).toEqual([
      'bot.yaml:11:5 strategy.params.spread: expected a number, got "wide"',
      'bot.yaml:12:5 strategy.params.sped: expected a known key, got "sped"; did you mean "spread"?',
    ])
  })

  it('masks the key when it is shown', () => {
    const shown = JSON.stringify(shownConfig(parseText(MINIMAL)))
    expect(shown).not.toContain('shared-key-1234')
    expect(shown).toContain('"apiKey":"[secret]"')
    expect(shown).toContain('"feeMaxAgeMs":1000')
  })
})

describe('loadConfig', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-config-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('finds the profile relative to the file, and names the profile in its errors', () => {
    mkdirSync(join(folder, 'venues'))
    writeFileSync(join(folder, 'bot.yaml'), MINIMAL.replace('config/venues/sandbox.yaml', 'venues/own.yaml'))
    writeFileSync(join(folder, 'venues/own.yaml'), 'name: own\n')
    const message = messageOf(() => loadConfig(join(folder, 'bot.yaml')))
    expect(message).toContain(
      `${join(folder, 'venues/own.yaml')}:1:1 typedData: expected a section with keys, got nothing`,
    )
  })

  it('says from where it looked for a profile that is not there', () => {
    writeFileSync(join(folder, 'bot.yaml'), MINIMAL.replace('config/venues/sandbox.yaml', 'away/own.yaml'))
    expect(messageOf(() => loadConfig(join(folder, 'bot.yaml')))).toBe(
      `${join(folder, 'bot.yaml')}:3:3 venue.profile: expected a file, relative to the configuration's folder ${folder}, got away/own.yaml`,
    )
  })

  it('says which file it could not read', () => {
    expect(messageOf(() => loadConfig(join(folder, 'none.yaml')))).toMatch(
      /none\.yaml: expected a readable file, got ENOENT/,
    )
  })
})
