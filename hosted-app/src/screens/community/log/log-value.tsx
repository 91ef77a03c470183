import { POST_TYPES, type SettingChange } from '@stoa/contract'
import { durationText, formatDate, useI18n, useTranslate, useWritten } from '@stoa/ui'
import type { ReactNode } from 'react'
import { logMessages } from './messages.ts'

/** A setting's value, translated if it is a keyword, time or limit. */
export function LogValue({ setting, value }: { setting: SettingChange['setting']; value: string }) {
  const t = useTranslate(logMessages)
  const written = useWritten()
  const readable = useReadable()
  if (value === '') return t('activity.change.none')
  if (value === 'true' || value === 'false') return t(`activity.change.${value}`)
  return (
    readable(setting, value) ??
    (['logo', 'banner', 'accent'].includes(setting) ? (
      <code dir="ltr">{value}</code>
    ) : (
      <q {...written(value)}>{value}</q>
    ))
  )
}

/** Formats lists of kinds, times and limits; undefined for free text. */
function useReadable(): (setting: SettingChange['setting'], value: string) => ReactNode {
  const t = useTranslate(logMessages)
  const { locale } = useI18n()
  const list = (parts: string[]) => new Intl.ListFormat(locale).format(parts)

  const postType = (value: string) => {
    const type = POST_TYPES.find((one) => one === value)
    return type ? t(`activity.value.${type}`) : value
  }
  const stormPart = (part: string) => {
    if (part === 'members only') return t('activity.value.membersOnly')
    if (part === 'hold newcomers') return t('activity.value.holdNewcomers')
    const slow = /^slow mode (\d+) s$/.exec(part)?.[1]
    if (slow) return t('activity.value.slowMode', { time: durationText(Number(slow), locale) })
    const until = /^until (\S+) (\S+) UTC$/.exec(part)
    if (!until) return part
    const time = Date.parse(`${until[1]}T${until[2]}Z`)
    return t('activity.value.until', { date: formatDate(time, locale, { dateStyle: 'medium', timeStyle: 'short' }) })
  }
  return (setting, value) => {
    if (setting === 'postTypes') return list(value.split(', ').map(postType))
    if (setting === 'storm') return list(value.split(', ').map(stormPart))
    if (setting === 'slowMode') return value === '0' ? t('activity.change.false') : durationText(Number(value), locale)
    if (setting === 'holdFrom') return value
    const links = /^(refuse|hold), > (\d+), < (\d+) d$/.exec(value)
    if (setting !== 'newcomerLinks' || !links) return undefined
    const [, action, most, days] = links
    return t(`activity.value.links.${action as 'refuse' | 'hold'}`, {
      links: t('activity.value.links', { count: Number(most) }),
      days: new Intl.NumberFormat(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(Number(days)),
    })
  }
}
