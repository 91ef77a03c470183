// @vitest-environment node
import { expect, test } from 'vitest'
import { insetPositions } from './insets.ts'

test.each([
  ['nothing', [], []],
  ['two long blocks', [900, 900], []],
  ['three blocks: nothing at the end', [300, 300, 300], []],
  ['after the third', [300, 300, 300, 300], [2]],
  ['later, until there are 500 characters', [100, 100, 100, 100, 100, 100], [4]],
  ['again after three more with 500 characters', Array.from({ length: 10 }, () => 200), [2, 5, 8]],
  ['headings and pictures don’t count', [0, 200, 0, 200, 0, 200, 0, 200], [5]],
  ['nothing before a last picture', [300, 300, 300, 0], []],
])('%s', (_, lengths, positions) => expect(insetPositions(lengths)).toEqual(positions))
