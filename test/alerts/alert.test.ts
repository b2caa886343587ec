import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { ALERTS, alertMessage, toDo } from '../../src/alerts/alert.js'

const about = { bot: 'tennis', mode: 'live' }

it('a message says which bot, in which mode, what happened, and what to do where there is something', () => {
  expect(alertMessage({ kind: 'unverified', text: 'no list yet', atMs: 0 }, about)).toBe(
    `[tennis, live] unverified: no list yet\n${toDo('unverified')}`,
  )
  expect(alertMessage({ kind: 'started', text: '3 markets', atMs: 0 }, about)).toBe('[tennis, live] started: 3 markets')
})

it.each(['halted', 'not-quoting', 'near-limit', 'unverified', 'fault', 'watchdog'] as const)(
  '%s names something to do',
  (kind) => {
    expect(toDo(kind)).toMatch(/quoin \w+|start it again/)
  },
)

it('every kind but the test is in the table of docs/cli.md', () => {
  const page = readFileSync('docs/cli.md', 'utf8')
  for (const kind of ALERTS.filter((one) => one !== 'test')) expect(page).toMatch(new RegExp(`^\\| .*\`${kind}\``, 'm'))
})
