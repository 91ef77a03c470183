import './consent.css'
import { Button, Checkbox, useTranslate } from '@stoa/ui'
import { useEffect, useId, useRef, useState } from 'react'
import { useHostedApp } from '../hosted-app.ts'
import { browserOptsOut, saveConsent, useConsent } from './consent.ts'

export const consentMessages = {
  'consent.title': 'Your privacy',
  'consent.text': 'Choose what this site may use beyond what it needs to work.',
  'consent.privacy': 'Privacy policy',
  'consent.necessary': 'Necessary',
  'consent.necessary.hint': 'Keeps you signed in and remembers your settings.',
  'consent.statistics': 'Statistics',
  'consent.statistics.hint': 'Counts visits, without storing who you are.',
  'consent.ads': 'Ads',
  'consent.ads.hint': 'Shows ads, which pay for this site.',
  'consent.refuse': 'Necessary only',
  'consent.save': 'Save choice',
  'consent.accept': 'Allow all',
  'consent.close': 'Close',
  'consent.optedOut': 'Your browser asks sites not to track you, so statistics and ads stay off.',
} as const

export interface ConsentCardProps {
  /** The visitor opened it to revise an earlier choice: it takes the focus, and Escape closes it. */
  isRevised: boolean
  onClose: () => void
}

/** The question about statistics and ads. It lies over the page and never moves it. */
export function ConsentCard({ isRevised, onClose }: ConsentCardProps) {
  const t = useTranslate(consentMessages)
  const { privacyLink } = useHostedApp().config
  const { statistics, ads } = useConsent()
  const [chosen, setChosen] = useState({ statistics, ads })
  const optsOut = browserOptsOut()
  const id = useId()
  const card = useRef<HTMLDivElement>(null)
  const opener = useRef<Element | null>(null)

  useEffect(() => {
    if (!isRevised) return
    opener.current = document.activeElement
    card.current?.focus()
  }, [isRevised])

  /** The focus returns to where the visitor was, or to the page's content. */
  function leave(): void {
    const target = opener.current instanceof HTMLElement && opener.current.isConnected ? opener.current : null
    const focused = card.current?.contains(document.activeElement)
    onClose()
    if (focused) (target ?? document.getElementById('main'))?.focus({ preventScroll: true })
  }
  function save(allowed: typeof chosen): void {
    leave()
    saveConsent(allowed)
  }
  const box = (purpose: keyof typeof chosen) => (
    <Checkbox
      label={t(`consent.${purpose}`)}
      hint={t(`consent.${purpose}.hint`)}
      checked={chosen[purpose] && !optsOut}
      disabled={optsOut}
      onChange={(event) => setChosen({ ...chosen, [purpose]: event.currentTarget.checked })}
    />
  )
  return (
    <div
      ref={card}
      className="stoa-app-choice"
      role="dialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && isRevised) leave()
      }}
    >
      <h2 id={`${id}-title`}>{t('consent.title')}</h2>
      <p id={`${id}-text`}>
        {optsOut ? t('consent.optedOut') : t('consent.text')}
        {privacyLink && (
          <>
            {' '}
            <a href={privacyLink}>{t('consent.privacy')}</a>
          </>
        )}
      </p>
      <div className="stoa-app-choice-purposes">
        <Checkbox
          label={t('consent.necessary')}
          hint={t('consent.necessary.hint')}
          checked
          disabled
          onChange={() => {}}
        />
        {box('statistics')}
        {box('ads')}
      </div>
      <div className="stoa-app-choice-answers">
        {optsOut ? (
          <Button size="s" onClick={leave}>
            {t('consent.close')}
          </Button>
        ) : (
          <>
            <Button size="s" onClick={() => save({ statistics: false, ads: false })}>
              {t('consent.refuse')}
            </Button>
            <Button size="s" onClick={() => save(chosen)}>
              {t('consent.save')}
            </Button>
            <Button size="s" onClick={() => save({ statistics: true, ads: true })}>
              {t('consent.accept')}
            </Button>
          </>
        )}
      </div>
    </div>
  )
}
