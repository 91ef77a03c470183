import { plainAmount } from '@stoa/contract'
import { useI18n, useTranslate } from '@stoa/ui'

/** English texts of sums of tips. */
export const tipsMessages = {
  'reaction.tips': '{amount} {token} in tips',
} as const

/** Props of `Tips`. */
export interface TipsProps {
  /** Their sum, in units of 10⁻⁶ tokens. Default: none, so that nothing is shown. */
  tips: string | undefined
  /** The community's token. */
  tokenName: string
}

/** What a post or comment got in tips. */
export function Tips({ tips, tokenName }: TipsProps) {
  const t = useTranslate(tipsMessages)
  const { locale } = useI18n()
  if (!tips) return null
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 })
  // As text, because the largest sums aren't exact as numbers of tokens.
  const amount = format.format(plainAmount(Number(tips)) as `${number}`)
  return <span className="stoa-tips">{t('reaction.tips', { amount, token: tokenName })}</span>
}
