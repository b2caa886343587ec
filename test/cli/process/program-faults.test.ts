import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { watchFaults } from '../../../src/cli/process/program-faults.js'
import type { Failure } from '../../../src/domain/error.js'
import { EXIT_CODES } from '../../../src/domain/exit-codes.js'

function watched(json = true) {
  const source = Object.assign(new EventEmitter(), { exitCode: undefined as number | undefined })
  const told: Failure[] = []
  let written = ''
  const faults = watchFaults({
    ...{ source, json, told: (fault) => told.push(fault), file: () => import.meta.filename },
    write: (text) => {
      written += text
    },
  })
  return { source, faults, told, written: () => written }
}

it.each(['uncaughtException', 'unhandledRejection'])(
  'asks for a stop at the first %s, and says each with its place',
  async (name) => {
    const { source, faults, told } = watched()
    source.emit(name, new Error('in a timer'))
    source.emit(name, 'no error at all')
    const place = `${import.meta.filename}:\\d+:\\d+`
    expect(await faults.first).toEqual(told[0])
    expect(told).toEqual([
      { code: 'internal', message: expect.stringMatching(`^nobody caught: in a timer \\(${place}\\)$`) },
      { code: 'internal', message: 'nobody caught: no error at all' },
    ])
  },
)

it('takes anything that is thrown, and says no more of what is thrown for ever', () => {
  const { source, told } = watched()
  for (const thrown of [undefined, Object.create(null), Object.assign(new Error('x'), { stack: 7 })])
    source.emit('uncaughtException', thrown)
  expect(told.map(({ message }) => message)).toEqual([
    'nobody caught: undefined',
    'nobody caught: object',
    'nobody caught: x',
  ])
  for (let times = 0; times < 100; times++) source.emit('uncaughtException', new Error('again'))
  expect(told).toHaveLength(4)
  for (let times = 0; times < 100; times++) source.emit('uncaughtException', new Error(`again ${times}`))
  expect(told).toHaveLength(10)
})

it('of an exit before the stop makes one that is a fault, whatever the code, and says by whom', () => {
  const { source, told, written } = watched()
  source.emit('exit', 0)
  expect(source.exitCode).toBe(EXIT_CODES.failed.code)
  expect(written().endsWith('\n')).toBe(true)
  const { error } = JSON.parse(written())
  expect(error.message).toContain(
    `the process was made to exit with code 0 before it was stopped: nothing was cancelled (${import.meta.filename}:`,
  )
  expect(told).toEqual([error])
  const forPeople = watched(false)
  forPeople.source.emit('exit', 3)
  expect(forPeople.written()).toMatch(/^quoin: internal: the process was made to exit with code 3 /)
})

it("leaves a person's second signal alone, and everything once it is released", () => {
  const { source, faults, written } = watched()
  source.emit('exit', EXIT_CODES.killed.code)
  expect([source.exitCode, written()]).toEqual([undefined, ''])
  faults.release()
  expect(source.eventNames()).toEqual([])
})
