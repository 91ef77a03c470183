import type { muteCalls } from '@stoa/contract/schemas'
import { type SamplesOf } from '../../test/samples.ts'

export const muteSamples: SamplesOf<typeof muteCalls> = {
  dmBlock: [],
  notificationBlock: [],
  muteList: [],
}
