import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { hostname } from 'node:os'
import { expect, it } from 'vitest'
import { isGone, isOfThisHost, isSeenHere, ownMark } from '../../../../src/execution/journal/lock/process-mark.js'

it('sees that this process is there, and that another of its id is not', () => {
  const own = ownMark()
  expect(own).toMatchObject({ pid: process.pid, host: hostname() })
  expect([isSeenHere(own), isGone(own)]).toEqual([true, false])
  expect(isSeenHere({ host: `${hostname()}-2` })).toBe(false)
  expect(isGone({ ...own, start: `${own.start}1` })).toBe(true)
})

it('knows no id of another container, though its host has the same name', () => {
  const { space: _, ...older } = ownMark()
  expect(isSeenHere(older)).toBe(true)
  const beside = { ...ownMark(), space: 'pid:[1]' }
  expect([isOfThisHost(beside), isSeenHere(beside)]).toEqual([true, false])
})

it('sees that a process has ended', async () => {
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => undefined, 60_000)'])
  await once(child, 'spawn')
  const { pid = 0 } = child
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
  expect(isGone({ ...ownMark(), pid })).toBe(true)
})
