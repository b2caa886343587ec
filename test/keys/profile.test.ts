import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe } from 'vitest'
import { check } from '../../src/cli/commands/setup/check.js'
import { publishedRoot } from '../../src/cli/venue/venue-probe.js'
import { venueProfile } from '../../src/venue/wire/profile.js'
import { captureContext } from '../cli/commands/sandbox.js'
import { configWith } from './bot-file.js'
import { describeKeys, type KeyRows, leafKeys } from './key-rows.js'
import { limitKeys, pathKeys, ruleKeys, signingKeys, socketKeys } from './profile-rows.js'

const { profile } = configWith().venue

/** What `quoin check --offline` says on its second line. */
async function checked(name: string): Promise<unknown> {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-keys-'))
  const file = join(folder, 'bot.yaml')
  const venue = { profile: { ...profile, name }, url: 'http://127.0.0.1:1', apiKey: 'shared-key-1234' }
  writeFileSync(file, JSON.stringify({ venue, markets: { ids: ['m1'] }, strategy: { name: 'as-logit' } }))
  const run = captureContext(false)
  await check(file, { offline: true }, run.context)
  rmSync(folder, { recursive: true, force: true })
  return run.stdout.split('\n')[1]
}

/** The path that is asked for what the venue publishes. */
async function rootOf(root: string): Promise<unknown> {
  const asked: string[] = []
  const config = configWith({ 'venue.profile': { ...profile, paths: { ...profile.paths, root } } })
  await publishedRoot(config, {
    http: ({ path }, done) => {
      asked.push(path)
      done({ kind: 'response', status: 200, headers: {}, body: '{}' })
    },
  })
  return asked
}

const commandKeys: KeyRows = {
  name: async () => [await checked('one'), await checked('two')],
  'paths.root': async () => [await rootOf('/'), await rootOf('/about')],
}

describe('every key of a venue profile', () => {
  describeKeys(leafKeys(venueProfile), [commandKeys, signingKeys, pathKeys, socketKeys, ruleKeys, limitKeys])
})
