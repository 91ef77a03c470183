import { formatDate, formatRelative } from '../i18n/format-time.ts'

/** What a time says at a moment: as people say it, as a date from a week on; and exactly, for its title. */
export function timeTexts(
  value: number,
  about: { locale: string; now: number | undefined; timeZone?: string | undefined },
): { text: string; title: string } {
  const { locale, now, timeZone } = about
  const zone = timeZone === undefined ? {} : { timeZone }
  const thisYear = now !== undefined && new Date(now).getUTCFullYear() === new Date(value).getUTCFullYear()
  const date = () =>
    formatDate(value, locale, { day: 'numeric', month: 'short', ...(thisYear ? {} : { year: 'numeric' }), ...zone })
  return {
    text: (now !== undefined && formatRelative(value, now, locale)) || date(),
    title: formatDate(value, locale, { dateStyle: 'full', timeStyle: 'short', ...zone }),
  }
}
