import type { FailedJob, NetworkHealth } from '@stoa/contract'
import { useStoa } from '@stoa/store/react'
import { Badge, Banner, Button, formatDate, formatNumber, LoadFailure, Skeleton, useI18n, useTranslate } from '@stoa/ui'
import { useCallback } from 'react'
import { Section } from '../../settings/settings-section.tsx'
import { useLoaded } from '../../settings/use-loaded.ts'
import { tokenAmount } from '../../wallet/token-amount.ts'
import { FailedJobs } from './failed-jobs.tsx'
import { installationMessages } from './messages.ts'
import { sizeText } from './size-text.ts'

type State = 'ok' | 'warning' | 'failed'
type T = ReturnType<typeof useTranslate<typeof installationMessages>>
type Part = [name: string, state: State, text: string]

const DAY_MS = 24 * 60 * 60 * 1000
/** Certificates are usually renewed a month ahead. */
const CERTIFICATE_DAYS = 14
const CLOCK_MS = 2000
const EVENTS_MS = 10_000

/** How the installation is doing. */
export function Health() {
  const t = useTranslate(installationMessages)
  const { locale } = useI18n()
  const { call } = useStoa().client
  const load = useCallback(async () => (await call('networkHealth', {})).health, [call])
  const { value: health, failed, reload, set } = useLoaded<NetworkHealth>(load)
  if (failed) return <LoadFailure onRetry={reload}>{t('health.failed')}</LoadFailure>
  if (!health) return <Skeleton lines={14} />
  const forget = ({ id }: FailedJob) =>
    set((before) => ({ ...before, parked: before.parked.filter((job) => job.id !== id) }))
  const time = formatDate(health.time, locale, { dateStyle: 'medium', timeStyle: 'medium' })
  return (
    <>
      {health.heldSince !== null && (
        <Banner tone="warning">
          {t(health.holdsWithdrawals ? 'health.held.withdrawals' : 'health.held', {
            time: formatDate(health.heldSince, locale, { dateStyle: 'medium', timeStyle: 'short' }),
          })}
        </Banner>
      )}
      <Section id="health" title={t('health.title')} text={t('health.text', { version: health.version, time })}>
        <ul className="stoa-settings-list" aria-label={t('health.parts')}>
          {partsOf(health, t, locale).map(([name, state, text]) => (
            <li key={name}>
              <div>
                <b>{name}</b>
                <p className="stoa-app-muted">{text}</p>
              </div>
              <Badge tone={state === 'ok' ? 'success' : state === 'warning' ? 'warning' : 'danger'}>
                {t(`health.state.${state}`)}
              </Badge>
            </li>
          ))}
        </ul>
      </Section>
      <Section id="parked" title={t('health.parked')}>
        {health.parked.length === 0 ? (
          <p className="stoa-app-muted">{t('health.parked.none')}</p>
        ) : (
          <FailedJobs jobs={health.parked} onRetried={forget} />
        )}
      </Section>
      <Section id="queues" title={t('health.queues')}>
        {health.queues.length === 0 ? (
          <p className="stoa-app-muted">{t('health.queues.none')}</p>
        ) : (
          <div className="stoa-app-figure">
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('health.queue.kind')}</th>
                  <th scope="col">{t('health.queue.waiting')}</th>
                  <th scope="col">{t('health.queue.parked')}</th>
                </tr>
              </thead>
              <tbody>
                {health.queues.map(({ kind, waiting, parked }) => (
                  <tr key={kind}>
                    <th scope="row">{kind}</th>
                    <td>{formatNumber(waiting, locale)}</td>
                    <td>{formatNumber(parked, locale)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Section>
      <div className="stoa-settings-ways">
        <Button onClick={reload}>{t('health.again')}</Button>
      </div>
    </>
  )
}

/** Every part with its state. */
function partsOf(health: NetworkHealth, t: T, locale: string): Part[] {
  const { database, redis, storage, disk, mail, outboxMs, certificate, countedUntil, ledgerFrozen, time } = health
  const number = (value: number) => formatNumber(value, locale)
  const size = disk.freeBytes === null ? '' : sizeText(disk.freeBytes, locale)
  const offset = database.clockMs ?? 0
  const isLate = outboxMs > EVENTS_MS
  return [
    [
      t('health.part.database'),
      database.ms === null ? 'failed' : 'ok',
      database.ms === null
        ? t('health.database.away')
        : t(`health.database.${database.kind}`, { ms: number(database.ms) }),
    ],
    [
      t('health.part.redis'),
      redis === false ? 'failed' : 'ok',
      t(redis === null ? 'health.redis.none' : redis ? 'health.redis.ok' : 'health.redis.away'),
    ],
    [t('health.part.storage'), 'ok', t(`health.storage.${storage}`)],
    [
      t('health.part.disk'),
      disk.isLow ? 'failed' : 'ok',
      disk.freeBytes === null
        ? t('health.disk.unknown')
        : t(disk.isLow ? 'health.disk.low' : 'health.disk.free', { size }),
    ],
    [
      t('health.part.mail'),
      mail.hasServer && mail.failed === 0 ? 'ok' : 'warning',
      mail.hasServer
        ? t('health.mail.waiting', { waiting: number(mail.waiting), failed: number(mail.failed) })
        : t('health.mail.none'),
    ],
    [
      t('health.part.events'),
      isLate ? 'warning' : 'ok',
      isLate ? t('health.events.late', { seconds: number(Math.round(outboxMs / 1000)) }) : t('health.events.ok'),
    ],
    [
      t('health.part.clock'),
      Math.abs(offset) > CLOCK_MS ? 'warning' : 'ok',
      database.clockMs === null ? t('health.clock.same') : t('health.clock.off', { ms: number(Math.abs(offset)) }),
    ],
    [t('health.part.certificate'), ...certificateOf(certificate, time, t)],
    [
      t('health.part.ledger'),
      ledgerFrozen === null ? 'ok' : 'failed',
      ledgerFrozen === null
        ? t('health.ledger.ok')
        : t('health.ledger.frozen', {
            count: ledgerFrozen.differences,
            time: formatDate(ledgerFrozen.since, locale, { dateStyle: 'medium', timeStyle: 'short' }),
          }),
    ],
    ...withdrawalsOf(health.withdrawals, t, number),
    ...missingOf(health, t, locale),
    [
      t('health.part.numbers'),
      countedUntil === null ? 'warning' : 'ok',
      countedUntil === null
        ? t('health.numbers.none')
        : t('health.numbers.until', {
            time: formatDate(countedUntil, locale, { dateStyle: 'medium', timeStyle: 'short' }),
          }),
    ],
  ]
}

/** Nothing where no token is on a chain. */
function withdrawalsOf(withdrawals: NetworkHealth['withdrawals'], t: T, number: (value: number) => string): Part[] {
  if (withdrawals === null) return []
  const { review, unknown, nonce } = withdrawals
  const name = t('health.part.withdrawals')
  if (nonce !== null) {
    const counts = { found: number(nonce.found), known: number(nonce.known) }
    return [[name, 'failed', t('health.withdrawals.nonce', counts)]]
  }
  const count = review + unknown
  return [[name, count === 0 ? 'ok' : 'warning', t(`health.withdrawals.${count === 0 ? 'ok' : 'open'}`, { count })]]
}

/** Nothing where no token is on a chain. */
function missingOf({ withdrawals, missingTokens }: NetworkHealth, t: T, locale: string): Part[] {
  if (withdrawals === null) return []
  const name = t('health.part.missing')
  if (missingTokens.length === 0) return [[name, 'ok', t('health.missing.ok')]]
  const all = missingTokens.map(({ amount, tokenName }) => `${tokenAmount(amount, locale)} ${tokenName}`)
  return [[name, 'failed', t('health.missing', { amounts: new Intl.ListFormat(locale).format(all) })]]
}

function certificateOf(certificate: NetworkHealth['certificate'], now: number, t: T): [State, string] {
  if (certificate === null) return ['warning', t('health.certificate.none')]
  const { validUntil, problem } = certificate
  if (problem !== null || validUntil === null)
    return ['failed', t('health.certificate.problem', { problem: problem ?? '?' })]
  const days = Math.floor((validUntil - now) / DAY_MS)
  return [days < CERTIFICATE_DAYS ? 'warning' : 'ok', t('health.certificate.valid', { days })]
}
