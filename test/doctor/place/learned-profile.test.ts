// The profile with what was seen: its own text, and nothing else changed.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { learnedLines } from '../../../src/cli/doctor/place/learned-words.js'
import { loadConfig } from '../../../src/config/config.js'
import { parseYaml } from '../../../src/config/yaml-file.js'
import { ok } from '../../../src/doctor/finding.js'
import { fragment, isNews, learnedFrom, learnedText } from '../../../src/doctor/place/learned-profile.js'
import type { Lesson } from '../../../src/doctor/place/lesson.js'
import { venueProfile } from '../../../src/venue/wire/profile.js'

const folder = mkdtempSync(join(tmpdir(), 'quoin-learned-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const PROFILE = `# ours
name: somewhere
typedData:
  domain: { name: X, version: "1", chainId: 84532, verifyingContract: 0x00000000000000000000000000000000007e57e7 } # the contract
siwe: { domain: a.test, uri: "https://a.test", chainId: 84532 }
orders:
  stopMatchingBeforeSec: 60 # a minute
known: [orders.types]
`
writeFileSync(join(folder, 'venue.yaml'), PROFILE)
const configFile = join(folder, 'bot.yaml')
writeFileSync(
  configFile,
  'venue: { profile: venue.yaml, url: "https://a.test", apiKeyEnv: K }\nmarkets: { select: {} }\nstrategy: { name: as-logit }\n',
)
const { profile } = loadConfig(configFile).venue

const finding = ok('x', 'y')
const LESSONS: Lesson[] = [
  { finding, known: ['orders.expirationOn', 'bestBids.counts'] },
  { finding, doubted: ['bestBids.counts', 'orders.types'] },
  { finding, values: { 'orders.stopMatchingBeforeSec': 4, 'socket.privateEvents': false } },
  { finding, unseen: { makerPaysFee: 'nothing was filled' } },
]

it('knows what was seen and not doubted, and says of the rest why not', () => {
  const learned = learnedFrom(LESSONS, profile)
  expect(learned.known).toEqual(['orders.expirationOn'])
  expect(learned.gained).toEqual(['orders.expirationOn'])
  expect(learned.lost).toEqual(['orders.types'])
  const why = Object.fromEntries(learned.assumed.map((one) => [one.name, one.why]))
  expect(why['orders.types']).toBe('it was seen to be otherwise')
  expect(why.makerPaysFee).toBe('nothing was filled')
  expect(why.holdingsLagSec).toContain('needs a match')
  expect(why['orders.termRefusals']).toBe('it was not seen this time')
})

it('changes these keys of the file alone, comments and addresses stay', () => {
  const learned = learnedFrom(LESSONS, profile)
  const text = learnedText(configFile, profile, { learned, note: 'Seen.' })
  expect(text).toMatch(/^# Seen\.\n# ours\n/)
  expect(text).toContain('0x00000000000000000000000000000000007e57e7')
  expect(text).toContain('# the contract')
  expect(text).toContain('stopMatchingBeforeSec: 4 # a minute')
  const read = parseYaml({ file: 'x', text }, venueProfile)
  expect(read).toEqual({
    ...profile,
    known: ['orders.expirationOn'],
    orders: { ...profile.orders, stopMatchingBeforeSec: 4 },
    socket: { ...profile.socket, privateEvents: false },
  })
})

it('is shown as a fragment, or as nothing to change', () => {
  const learned = learnedFrom(LESSONS, profile)
  expect(parseYaml({ file: 'x', text: `${fragment(learned)}` }, venueProfile.partial())).toMatchObject({
    known: ['orders.expirationOn'],
    orders: { stopMatchingBeforeSec: 4 },
  })
  expect(learnedLines(learned, undefined).join('\n')).toContain('  known:\n    - orders.expirationOn')
  expect(learnedLines(learned, 'seen.yaml')[0]).toContain('is in seen.yaml')
  const same = learnedFrom([{ finding, known: ['orders.types'] }], profile)
  expect(isNews(same)).toBe(false)
  expect(learnedLines(same, undefined)[0]).toContain('nothing to change')
  expect(learnedLines(same, undefined).join('\n')).toContain('  holdingsLagSec: ')
})
