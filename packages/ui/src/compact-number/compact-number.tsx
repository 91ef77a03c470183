import { formatCompact, formatNumber } from '../i18n/format-number.ts'
import { useI18n } from '../i18n/i18n-context.ts'

/** Props of `CompactNumber`. */
export interface CompactNumberProps {
  /** The number. */
  value: number
}

/** A short count ("1.2K"), with the exact one in its title. Translators leave it alone, so that it stays current. */
export function CompactNumber({ value }: CompactNumberProps) {
  const { locale } = useI18n()
  const short = formatCompact(value, locale)
  const full = formatNumber(value, locale)
  return (
    <span className="stoa-number" translate="no" title={short === full ? undefined : full}>
      {short}
    </span>
  )
}
