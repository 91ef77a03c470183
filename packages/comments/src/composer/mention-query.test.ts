import { MUTE_PLACES, type MuteCause } from '@stoa/contract'
import { exampleComment } from '@stoa/contract/fixtures'
import { describe, expect, it } from 'vitest'
import { participantsOf } from './mention-query.ts'

const [wren, newt] = [exampleComment('wren'), exampleComment('newt')]
const named = (muted?: Record<string, MuteCause>, viewerId?: string) =>
  participantsOf({ comments: [wren, newt], muted }, viewerId).map(({ userId }) => userId)

it('suggests everybody in the thread except the viewer', () => {
  expect(named()).toEqual([wren.publisherId, newt.publisherId])
  expect(named(undefined, newt.publisherId)).toEqual([wren.publisherId])
})

describe('mentions', () => {
  it.each(Object.entries(MUTE_PLACES.mentions) as [MuteCause, string][])('%s', (cause, effect) => {
    expect(named({ [wren.id]: cause }).includes(wren.publisherId)).toBe(effect === 'shown')
  })
})
