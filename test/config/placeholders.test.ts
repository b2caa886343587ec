import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { placeholdersIn, refusePlaceholders } from '../../src/config/placeholders.js'

const folder = mkdtempSync(join(tmpdir(), 'quoin-placeholders-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const keysOf = (lines: readonly string[]) => lines.map((line) => / ([\w.]+): expected/.exec(line)?.[1])

describe('placeholders', () => {
  it.each(['config/demo.yaml', 'config/example.yaml', 'config/backtest.yaml', 'config/deploy/bot.yaml'])(
    'are none in %s',
    (path) => expect(placeholdersIn(path)).toEqual([]),
  )

  it.each(['config/testnet.yaml', 'config/deploy/live-bot.example.yaml'])(
    'of %s are named with their places',
    (path) => {
      const found = placeholdersIn(path)
      expect(keysOf(found)).toEqual(['venue.url', 'typedData.domain.verifyingContract', 'siwe.domain', 'siwe.uri'])
      const line =
        readFileSync(path, 'utf8')
          .split('\n')
          .findIndex((text) => text.startsWith('  url:')) + 1
      expect(found[0]).toContain(`${path}:${line}:3 venue.url: expected the venue's address instead of the placeholder`)
      expect(found[1]).toMatch(/config\/venues\/testnet\.yaml:10:5 typedData/)
      expect(() => refusePlaceholders(path)).toThrow(found[3])
    },
  )

  it('are found in a profile that stands in the configuration', () => {
    const path = join(folder, 'inside.yaml')
    const profile = readFileSync('config/venues/production.yaml', 'utf8').replaceAll('\n', '\n    ')
    writeFileSync(path, `venue:\n  url: https://venue.invalid:8443\n  profile:\n    ${profile}`)
    expect(keysOf(placeholdersIn(path))).toEqual([
      'venue.url',
      'venue.profile.typedData.domain.verifyingContract',
      'venue.profile.siwe.domain',
      'venue.profile.siwe.uri',
    ])
  })

  it.each(['CHANGE ME', 'todo', '<contract>', 'your-key'])('%s is one, whatever its place', (text) => {
    const path = join(folder, 'words.yaml')
    writeFileSync(
      path,
      `venue: { url: http://127.0.0.1:1, apiKey: "${text}", profile: ${process.cwd()}/config/venues/sandbox.yaml }`,
    )
    expect(keysOf(placeholdersIn(path))).toEqual(['venue.apiKey'])
  })
})
