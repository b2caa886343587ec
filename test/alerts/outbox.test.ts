import { expect, it } from 'vitest'
import type { Alert } from '../../src/alerts/alert.js'
import { Outbox } from '../../src/alerts/outbox.js'
import type { Posted } from '../../src/alerts/post.js'
import { FakeClock } from './fake-clock.js'

const TAKEN: Posted = { kind: 'taken' }
const later = (afterMs?: number): Posted => ({
  kind: 'later',
  reason: 'busy',
  ...(afterMs === undefined ? {} : { afterMs }),
})
const REFUSED: Posted = { kind: 'refused', reason: 'gone' }
const alert = (text: string): Alert => ({ kind: 'config', text, atMs: 0 })

function open(answers: Posted[], perMinute = 60) {
  const clock = new FakeClock()
  const posted: [atMs: number, text: string][] = []
  const told: string[] = []
  const post = async ({ text }: Alert) => {
    posted.push([clock.monoMs(), text])
    return answers.shift() ?? TAKEN
  }
  const box = new Outbox({ post, clock, perMinute, told: (result, reason) => told.push(`${result} ${reason}`.trim()) })
  return { box, clock, posted, told }
}

it('sends one after the other, no faster than allowed', async () => {
  const { box, clock, posted } = open([], 20)
  for (const text of ['a', 'b', 'c']) box.send(alert(text))
  await clock.pass(10_000)
  expect(posted).toEqual([
    [0, 'a'],
    [3000, 'b'],
    [6000, 'c'],
  ])
})

it('tries again twice as late each time, or as the address asks, and gives up after an hour', async () => {
  const { box, clock, posted, told } = open([later(), later(), later(20_000)])
  box.send(alert('a'))
  await clock.pass(60_000)
  expect(posted.map(([atMs]) => atMs)).toEqual([0, 1000, 3000, 23_000])
  expect(told).toEqual(['failed busy', 'failed busy', 'failed busy', 'sent'])

  const hopeless = open(Array.from({ length: 100 }, () => later()))
  hopeless.box.send(alert('a'))
  await hopeless.clock.pass(3_599_000)
  expect(hopeless.posted.slice(0, 8).map(([atMs]) => atMs / 1000)).toEqual([0, 1, 3, 7, 15, 31, 63, 123])
  expect(hopeless.told.every((text) => text === 'failed busy')).toBe(true)
  await hopeless.clock.pass(90_000)
  expect(hopeless.told.at(-1)).toBe('dropped busy')
  const { length } = hopeless.posted
  await hopeless.clock.pass(3_600_000)
  expect(hopeless.posted).toHaveLength(length)
})

it('drops what is refused, and the next one that is taken says so', async () => {
  const { box, clock, posted, told } = open([REFUSED, REFUSED])
  for (const text of ['a', 'b', 'c', 'd']) box.send(alert(text))
  await clock.pass(10_000)
  expect(posted.map(([, text]) => text)).toEqual([
    'a',
    'b (1 messages before this one could not be sent)',
    'c (2 messages before this one could not be sent)',
    'd',
  ])
  expect(told).toEqual(['dropped gone', 'dropped', 'sent', 'sent'])
})

it('keeps fifty: the oldest that is not on its way is given up', async () => {
  const { box, clock, posted, told } = open([], 60)
  for (let n = 0; n < 60; n++) box.send(alert(`${n}`))
  expect(told.filter((text) => text.startsWith('dropped'))).toHaveLength(10)
  await clock.pass(3_600_000)
  expect(posted.map(([, text]) => text.split(' ')[0])).toEqual([
    '0',
    ...Array.from({ length: 49 }, (_, n) => `${n + 11}`),
  ])
})

it('waits for no pace at the end, only for an address that was not ready', async () => {
  const { box, clock, posted, told } = open([TAKEN, later(5000)], 1)
  for (const text of ['a', 'b', 'c']) box.send(alert(text))
  await clock.pass(10_000)
  expect(posted).toEqual([[0, 'a']])
  const empty = box.empty(30_000)
  await clock.pass(20_000)
  await empty
  expect(posted).toEqual([
    [0, 'a'],
    [10_000, 'b'],
    [15_000, 'b'],
    [15_000, 'c'],
  ])
  box.stop()
  expect(told).toEqual(['sent', 'failed busy', 'sent', 'sent'])
})

it('says when nothing waits, or that it took too long; a stop gives up what waits', async () => {
  const { box, clock, posted, told } = open([TAKEN, later(60_000)], 1)
  await box.empty(0)
  box.send(alert('a'))
  box.send(alert('b'))
  box.send(alert('c'))
  let isEmpty = false
  const empty = box.empty(30_000).then(() => {
    isEmpty = true
  })
  await clock.pass(29_000)
  expect(isEmpty).toBe(false)
  await clock.pass(2000)
  await empty
  box.stop()
  await clock.pass(3_600_000)
  expect(posted.map(([, text]) => text)).toEqual(['a', 'b'])
  expect(told).toEqual(['sent', 'failed busy', 'dropped not taken before the end, and 1 more', 'dropped'])
  expect(clock.waiting).toBe(0)
})
