// The order in which the long tests begin: those that are known to take longest first.

import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { LONGEST } from './long-tests.js'

export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files)
    return others.toSorted((a, b) => rankOf(a) - rankOf(b))
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const place = LONGEST.findIndex((path) => moduleId.endsWith(path))
  return place === -1 ? LONGEST.length : place
}
