import { randomId } from '@stoa/client'
import { PROMOTION_HOURS_MAX, PROMOTION_PRESETS, plainAmount, promotionPrice, unitsOf } from '@stoa/contract'
import { alertMessages, alertText, putEntities, type StoredPost } from '@stoa/store'
import { useAction, useCommunity, useStoa } from '@stoa/store/react'
import { Banner, Button, Dialog, formatDate, RadioGroup, useI18n, useTranslate } from '@stoa/ui'
import { useEffect, useRef, useState } from 'react'

/** English texts of promoting a post, loaded with the dialog. */
export const promoteMessages = {
  'promote.title': 'Promote post',
  'promote.help':
    'It’s marked as promoted and listed under “Recently promoted”. Its place in other lists stays the same. You can’t take the money back.',
  'promote.running': 'It’s promoted until {time}. The new time begins then.',
  'promote.full': 'It’s promoted for about 30 days ahead. You can extend that later.',
  'promote.label': 'How long',
  'promote.days': '{days, plural, one {# day} other {# days}}',
  'promote.amount': '{amount} {token}',
  'promote.owned': 'You have {amount} {token} to spend.',
  'promote.short': 'You have {amount} {token} to spend, which isn’t enough.',
  'promote.submit': 'Promote for {amount} {token}',
  'promote.done': 'Promoted until {time}',
  'promote.cancel': 'Cancel',
  'promote.close': 'Close',
} as const

/** Props of `PromoteDialog`. */
export interface PromoteDialogProps {
  post: StoredPost
  /** Closes the dialog. `message` announces the success. */
  onClose: (message?: string) => void
}

const HOUR_MS = 60 * 60 * 1000
const HOURS_OF_DAY = 24

/** Pays for a post's place under *Recently promoted*. */
export function PromoteDialog({ post, onClose }: PromoteDialogProps) {
  const t = useTranslate(promoteMessages)
  const tAlert = useTranslate(alertMessages)
  const { locale } = useI18n()
  const stoa = useStoa()
  const { call } = stoa.client
  const { busy, error, run } = useAction()
  const { id: postId, tokenName: token } = post
  const owned = useOwned(token)
  const [now] = useState(() => stoa.clock())
  const end = Math.max(now, post.promotedUntil ?? 0)
  const periods = PROMOTION_PRESETS.filter((hours) => end + hours * HOUR_MS <= now + PROMOTION_HOURS_MAX * HOUR_MS)
  const [hours, setHours] = useState<number>(periods[0] ?? 0)
  /** The last try that failed. It may have been done all the same, so the same again has the same key. */
  const failedTry = useRef<{ hours: number; idempotencyKey: string } | null>(null)
  const community = useCommunity(token)
  // This domain's price and that of the community's own one: the server asks for the higher one.
  const dayPrices = [stoa.options.promotionDayPrice, community?.promotionDayPrice].filter((one) => one !== undefined)
  const priceOf = (period: number) => Math.max(0, ...dayPrices.map((dayPrice) => promotionPrice(dayPrice, period)))
  const price = priceOf(hours)
  const amountText = (units: number) =>
    // As text, because the largest amounts aren't exact as numbers of tokens.
    new Intl.NumberFormat(locale, { maximumFractionDigits: 6 }).format(plainAmount(units) as `${number}`)
  const timeText = (time: number) => formatDate(time, locale, { dateStyle: 'medium', timeStyle: 'short' })
  const isShort = owned !== null && owned < price

  async function promote() {
    const idempotencyKey = failedTry.current?.hours === hours ? failedTry.current.idempotencyKey : randomId()
    failedTry.current = { hours, idempotencyKey }
    let until = 0
    const isDone = await run(async () => {
      const input = { postId, amount: String(price), hours }
      until = (await call('walletPromote', input, { idempotencyKey })).promotedUntil
      const latest = stoa.state.getState().posts[postId] ?? post
      putEntities(stoa, { posts: { [postId]: { ...latest, promotedUntil: until } } })
    })
    if (isDone) onClose(t('promote.done', { time: timeText(until) }))
  }
  return (
    <Dialog
      open
      title={t('promote.title')}
      onClose={() => !busy && onClose()}
      actions={
        periods.length === 0 ? (
          <Button onClick={() => onClose()}>{t('promote.close')}</Button>
        ) : (
          <>
            <Button disabled={busy} onClick={() => onClose()}>
              {t('promote.cancel')}
            </Button>
            <Button variant="primary" disabled={isShort} busy={busy} onClick={() => void promote()}>
              {t('promote.submit', { amount: amountText(price), token })}
            </Button>
          </>
        )
      }
    >
      <p>{t('promote.help')}</p>
      {end > now && <p>{periods.length === 0 ? t('promote.full') : t('promote.running', { time: timeText(end) })}</p>}
      {periods.length > 0 && (
        <RadioGroup
          label={t('promote.label')}
          value={String(hours)}
          onChange={(value) => setHours(Number(value))}
          options={periods.map((period) => ({
            value: String(period),
            label: t('promote.days', { days: period / HOURS_OF_DAY }),
            hint: t('promote.amount', { amount: amountText(priceOf(period)), token }),
          }))}
          hint={owned === null || isShort ? undefined : t('promote.owned', { amount: amountText(owned), token })}
          error={isShort ? t('promote.short', { amount: amountText(owned), token }) : undefined}
        />
      )}
      {error ? <Banner tone="danger">{alertText(error, { t: tAlert })}</Banner> : null}
    </Dialog>
  )
}

/** What the viewer can spend in a token, in units; null while unknown. */
function useOwned(tokenName: string): number | null {
  const { call } = useStoa().client
  const [owned, setOwned] = useState<number | null>(null)
  useEffect(() => {
    let isGone = false
    call('walletList', { tokenName }).then(
      ({ items: [wallet] }) => {
        const units = (part: Readonly<Record<string, string>> = {}) => unitsOf(part[tokenName] ?? '') ?? 0
        if (!isGone) setOwned(units(wallet?.balance) + units(wallet?.creditBalance))
      },
      // The server says what is missing.
      () => {},
    )
    return () => {
      isGone = true
    }
  }, [call, tokenName])
  return owned
}
