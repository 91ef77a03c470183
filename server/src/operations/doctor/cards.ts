import type { Config } from '../../config.ts'
import type { Services } from '../../services.ts'
import { type Finding, failed, ok, skipped } from './finding.ts'

/** Whether the community exists whose tokens are bought by card. `services`: null without a database. */
export async function checkCards(
  { moonpay }: Pick<Config, 'moonpay'>,
  services: Pick<Services, 'communities'> | null,
): Promise<Finding> {
  if (!moonpay) return skipped('cards', 'STOA_MOONPAY_URL is not set: nobody buys by card')
  if (!services) return skipped('cards', 'database first')
  const { tokenName, currency } = moonpay
  if ((await services.communities.existing([tokenName])).length > 0)
    return ok('cards', `one coin of ${currency} is one token of ${tokenName}`)
  const advice = 'Name the community whose tokens are bought in STOA_MOONPAY_URL (token=TOKEN).'
  return failed('cards', `there is no community ${tokenName}: nobody can buy by card`, advice)
}
