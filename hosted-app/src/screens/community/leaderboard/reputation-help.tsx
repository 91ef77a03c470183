import { REPUTATION_A_DAY_MAX, REPUTATION_FROM_ONE_MAX, REPUTATION_POINTS } from '@stoa/contract'
import { Button, Dialog, formatNumber, useI18n, useTranslate } from '@stoa/ui'
import { useState } from 'react'
import { leaderboardMessages } from './messages.ts'

/** Points with a sign: +2. */
export function signedNumber(points: number, locale: string): string {
  return `${points > 0 ? '+' : ''}${formatNumber(points, locale)}`
}

/** A button that explains reputation. */
export function ReputationHelp() {
  const t = useTranslate(leaderboardMessages)
  const { locale } = useI18n()
  const [open, setOpen] = useState(false)
  const signed = (points: number) => signedNumber(points, locale)
  const { Post, Comment } = REPUTATION_POINTS
  return (
    <>
      <Button variant="quiet" size="s" onClick={() => setOpen(true)}>
        {t('reputation.help')}
      </Button>
      <Dialog open={open} title={t('reputation.help')} onClose={() => setOpen(false)}>
        <p>{t('reputation.help.intro')}</p>
        <ul>
          <li>{t('reputation.help.post', { points: signed(Post['thumb-up']) })}</li>
          <li>{t('reputation.help.comment', { points: signed(Comment['thumb-up']) })}</li>
          <li>{t('reputation.help.down', { points: signed(Post['thumb-down']) })}</li>
        </ul>
        <p>{t('reputation.help.limits', { one: REPUTATION_FROM_ONE_MAX, all: REPUTATION_A_DAY_MAX })}</p>
        <p>{t('reputation.help.back')}</p>
        <p>{t('reputation.help.self')}</p>
      </Dialog>
    </>
  )
}
