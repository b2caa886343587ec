import { expect, it } from 'vitest'
import { ShownTokens } from '../seeds/invariants/shown-tokens.js'
import { Violations } from '../seeds/invariants/violation.js'

function open() {
  let nowMs = 0
  const violations = new Violations(() => nowMs)
  const tokens = new ShownTokens({ setting: { tokenSec: 20 }, nowMs: () => nowMs }, violations)
  const pass = (ms: number) => {
    nowMs += ms
  }
  const said = (accessToken: string) => tokens.told({ kind: 'said', payload: { accessToken } })
  const shownOut = (reason = 'expired') => tokens.told({ kind: 'shown-out', payload: { ts: 1, reason } })
  tokens.told({ kind: 'opened', token: 'first' })
  return { tokens, pass, said, shownOut, found: () => violations.found.map(({ invariant }) => invariant) }
}

it('a token is shown to a connection once', () => {
  const { tokens, said, found } = open()
  said('second')
  said('third')
  tokens.told({ kind: 'opened', token: 'first' })
  said('second')
  expect(found()).toEqual([])
  said('second')
  expect(found()).toEqual(['calm'])
})

it('that the connection began with is not shown again', () => {
  const { said, found } = open()
  said('first')
  expect(found()).toEqual(['calm'])
})

it('whoever has shown another token is not shown out at the end of the one before', () => {
  const { pass, said, shownOut, found } = open()
  said('second')
  pass(4000)
  shownOut()
  expect(found()).toEqual(['known'])
})

it.each<[what: string, act: (at: ReturnType<typeof open>) => void]>([
  ['a moment ago', ({ pass }) => pass(3000)],
  ['before its own end', ({ pass }) => pass(19_000)],
])('nothing is said of one who is shown out and has shown it %s', (_what, act) => {
  const at = open()
  at.said('second')
  act(at)
  at.shownOut()
  expect(at.found()).toEqual([])
})

it('nothing is said of one who has shown none, gives the connection up, or whose sign-in is revoked', () => {
  const { tokens, pass, said, shownOut, found } = open()
  shownOut()
  tokens.told({ kind: 'opened', token: 'second' })
  said('third')
  tokens.told({ kind: 'given-up' })
  pass(4000)
  shownOut()
  said('fourth')
  pass(4000)
  shownOut('revoked')
  expect(found()).toEqual([])
})
