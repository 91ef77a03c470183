import { formatCompact, formatNumber } from '../i18n/format-number.ts'
import { useI18n } from '../i18n/i18n-context.ts'

/** Props of `CompactNumber`. */
export interface CompactNumberProps {
  /** The number. */
  value: number
}

/** A count in few characters ("1.2K"), exact in its title where it was shortened. */
export function CompactNumber({ value }: CompactNumberProps) {
  const { locale } = useI18n()
  const short = formatCompact(value, locale)
  const full = formatNumber(value, locale)
  return (
    <span className="stoa-number" title={short === full ? undefined : full}>
      {short}
    </span>
  )
}
