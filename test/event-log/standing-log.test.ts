import { expect, it } from 'vitest'
import { logMassCancel, logStanding } from '../../src/event-log/standing-log.js'

it('says that everything is being cancelled, and that it is once a list has shown it', () => {
  const lines: (readonly [string, object, string])[] = []
  const at = (level: string) => (details: object, message: string) => lines.push([level, details, message])
  const logger = { info: at('info'), warn: at('warn'), error: at('error') }
  const news = { cause: 'venue', sinceMs: 0, cancelled: 0, left: 0, pending: 0 } as const
  for (const event of ['begun', 'unverified', 'verified'] as const)
    logMassCancel({ ...news, event } as never, logger as never)
  expect(lines.map(([level, , message]) => `${level}: ${message}`)).toEqual([
    'warn: everything is being cancelled, until a list shows that nothing rests',
    'error: no list has shown yet that nothing rests: cancelling goes on',
    'info: everything is cancelled: a list has shown that nothing rests',
  ])
  expect(lines.map(([, details]) => details)).toEqual(Array(3).fill({ ...news, event: 'mass-cancel' }))
})

it('says that losses count anew where somebody has accepted one, and only there', () => {
  const said: string[] = []
  const logger = { info: (_details: object, message: string) => said.push(message) }
  const by = { reason: 'seen', actor: 'ann' }
  for (const cause of [{ cause: 'drawdown' }, { cause: 'operator' }, {}] as const)
    logStanding({ kind: 'resumed', ...cause, ...by }, logger as never)
  expect(said).toEqual(['resumed: losses count anew from here', 'resumed', 'resumed'])
})
