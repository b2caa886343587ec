import { expect, it } from 'vitest'
import { alertSettings } from '../../src/alerts/schema.js'

const problems = (settings: object) => {
  const { error } = alertSettings.safeParse(settings)
  return error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
}
const webhook = (one: object) => ({ webhooks: [one] })

it('takes an address from one place, and a chat where there are chats', () => {
  expect(problems(webhook({ kind: 'slack', urlFile: 'a' }))).toBeUndefined()
  expect(problems(webhook({ kind: 'telegram', urlEnv: 'HOOK', chatId: '1' }))).toBeUndefined()
})

it.each([
  [{ kind: 'slack' }, 'webhooks.0: expected exactly one of urlFile, urlEnv'],
  [{ kind: 'slack', urlFile: 'a', urlEnv: 'B' }, 'webhooks.0: expected exactly one of urlFile, urlEnv'],
  [{ kind: 'telegram', urlFile: 'a' }, 'webhooks.0.chatId: expected a chat for telegram, and for nothing else'],
  [
    { kind: 'slack', urlFile: 'a', chatId: '1' },
    'webhooks.0.chatId: expected a chat for telegram, and for nothing else',
  ],
  [
    { kind: 'slack', urlEnv: 'NO-NAME' },
    'webhooks.0.urlEnv: expected the name of a variable: letters, digits and underscores',
  ],
])('refuses %o by name', (one, problem) => {
  expect(problems(webhook(one))).toEqual([problem])
})

it('refuses kinds of alerts that there are not, and knows what is meant by silence', () => {
  expect(problems(webhook({ kind: 'slack', urlFile: 'a', alerts: ['halt'] }))).toHaveLength(1)
  expect(problems(webhook({ kind: 'slack', urlFile: 'a', alerts: [] }))).toHaveLength(1)
  expect(alertSettings.parse({})).toEqual({
    ...{ waitsLongerSec: 30, noQuotesSec: 120, digestSec: 300, perMinute: 10, nearLimit: 0.8 },
  })
})
