import { expect, it } from 'vitest'
import { toDo } from '../../src/alerts/alert.js'
import { bodyOf } from '../../src/alerts/webhook-body.js'

const about = { bot: 'b', mode: 'paper' }
const alert = (text: string) => ({ kind: 'halted', text, atMs: 1_700_000_000_000 }) as const
const body = (text: string, kind: 'slack' | 'discord' | 'telegram' | 'generic') =>
  JSON.parse(bodyOf(alert(text), about, { kind, ...(kind === 'telegram' ? { chatId: '-100' } : {}) }))

it('is what each kind of address wants', () => {
  const text = `[b, paper] halted: x\n${toDo('halted')}`
  expect(body('x', 'slack')).toEqual({ text })
  expect(body('x', 'discord')).toEqual({ content: text, allowed_mentions: { parse: [] } })
  expect(body('x', 'telegram')).toEqual({ chat_id: '-100', text, disable_web_page_preview: true })
  expect(body('x', 'generic')).toEqual({
    ...{ ...about, alert: 'halted', text: 'x', todo: toDo('halted'), at: '2023-11-14T22:13:20.000Z' },
  })
})

it('mentions nobody and links nowhere, whatever a market is called', () => {
  expect(body('<!channel> & <http://x|y>', 'slack').text).toContain('&lt;!channel&gt; &amp; &lt;http://x|y&gt;')
})

it.each(['slack', 'discord', 'telegram', 'generic'] as const)('is never longer than %s takes', (kind) => {
  const sent = body('a'.repeat(5000), kind)
  const text: string = sent.text ?? sent.content
  expect(text).toHaveLength(1900)
  expect(text.endsWith('a…')).toBe(true)
})
