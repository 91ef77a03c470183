import { RelativeTime, useHasCome, useTranslate } from '@stoa/ui'
import { writingMessages } from './writing-messages.ts'

/** Props of `BanEnd`. */
export interface BanEndProps {
  /** When it ends, in ms; 0: never. */
  until: number
}

/** Shows until when the viewer is banned, after the sentence about the ban. */
export function BanEnd({ until }: BanEndProps) {
  const t = useTranslate(writingMessages)
  const isOver = useHasCome(until)
  if (until === 0) return <> {t('comment.banned.always')}</>
  if (isOver) return <> {t('comment.banned.over')}</>
  return <> {t.rich('comment.banned.until', { date: <RelativeTime value={until} /> })}</>
}
