import type { checkCalls } from '@stoa/contract/schemas'
import { type SamplesOf } from '../../test/samples.ts'

export const checkSamples: SamplesOf<typeof checkCalls> = {
  checkRulesGet: [({ tokenName, moderator }) => ({ input: { tokenName }, by: moderator })],
  checkRulesEdit: [
    async ({ tokenName, moderator, stoa }) => {
      const { payload } = (await stoa.call('checkRulesGet', { tokenName }, { token: moderator.token })).body
      return {
        input: { tokenName, revision: payload.rules.revision, holdFrom: 90 },
        by: moderator,
        other: { holdFrom: 91 },
      }
    },
  ],
  checkRulesTest: [
    ({ tokenName, moderator }) => ({
      input: { tokenName, entries: [{ text: 'Words', action: 'hold' }] },
      by: moderator,
    }),
  ],
}
