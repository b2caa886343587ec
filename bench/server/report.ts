// What the benchmark found, as a table for people or as JSON.

import type { Times } from './percentiles.js'

export interface Latency {
  readonly p50Ms: number
  readonly p99Ms: number
  readonly count: number
}

export interface Measure extends Latency {
  readonly name: string
  /** Absent where the pace was given, not found. */
  readonly perSec?: number
}

export interface MemoryRow {
  readonly orders: number
  /** After a collection. */
  readonly heapMb: number
  readonly rssMb: number
  /** Of the data file, and of its log. */
  readonly fileMb?: number
  readonly logMb?: number
  /** Orders that the exchange has in memory. */
  readonly ordersHeld: number
  /** Since the start. */
  readonly seconds: number
}

export interface Report {
  readonly mode: string
  readonly measures: Measure[]
  /** Read p99 under full submit load, divided by the idle one of the same run. */
  readonly readRatio: number
  readonly memory: MemoryRow[]
}

export function measure(name: string, times: Times, perSec?: number): Measure {
  const [p50Ms, p99Ms] = [50, 99].map((p) => times.percentile(p) ?? Number.NaN)
  return { name, p50Ms: p50Ms!, p99Ms: p99Ms!, count: times.count, ...(perSec === undefined ? {} : { perSec }) }
}

export function tableHead(mode: string): string {
  return `\n${mode.padEnd(44)}${cells(['per second', 'p50 ms', 'p99 ms'])}`
}

export function tableLine({ name, perSec, p50Ms, p99Ms }: Measure): string {
  return `${name.padEnd(44)}${cells([perSec?.toFixed(0) ?? '', p50Ms.toFixed(2), p99Ms.toFixed(2)])}`
}

export const MEMORY_HEAD = `${'orders so far (signatures taken on trust)'.padEnd(44)}${cells(['heap MB', 'rss MB', 'file MB', 'log MB', 'in memory', 'seconds'])}`

export function memoryLine({ orders, heapMb, rssMb, fileMb, logMb, ordersHeld, seconds }: MemoryRow): string {
  const numbers = [heapMb, rssMb, fileMb, logMb, ordersHeld, seconds]
  return `${String(orders).padEnd(44)}${cells(numbers.map((n, i) => n?.toFixed(i === 0 ? 1 : 0) ?? ''))}`
}

function cells(texts: readonly string[]): string {
  return texts.map((text) => text.padStart(12)).join('')
}
