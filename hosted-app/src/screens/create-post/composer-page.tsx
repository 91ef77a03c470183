import { ButtonLink, ChevronStartIcon, useTranslate } from '@stoa/ui'
import type { ReactNode } from 'react'
import { createPostMessages } from './messages.ts'

/** Props of `ComposerPage`. */
export interface ComposerPageProps {
  /** Where the bar's arrow leads. */
  backHref: string
  /** Heading of the page, for screen readers: the page shows what is written. */
  heading: string
  /** The saved state, in the bar. Default: nothing. */
  status?: ReactNode
  /** Buttons at the end of the bar. Default: none. */
  actions?: ReactNode
  /** Messages that stay in sight below the bar. Default: none. */
  messages?: ReactNode
  /** The settings beside the page. Default: none. */
  panel?: ReactNode
  children?: ReactNode
}

/** The frame of everything that writes posts: a bar that stays in sight, the page below it, and settings beside it. */
export function ComposerPage(props: ComposerPageProps) {
  const { backHref, heading, status, actions, messages, panel, children } = props
  const t = useTranslate(createPostMessages)
  return (
    <>
      <div className="stoa-app-writing-top">
        <div className="stoa-app-writing-bar">
          <ButtonLink
            variant="quiet"
            href={backHref}
            aria-label={t('create.back')}
            icon={<ChevronStartIcon />}
            data-icon-only=""
          />
          <div className="stoa-app-writing-status">{status}</div>
          {actions}
        </div>
        {messages}
      </div>
      <div className="stoa-app-writing-desk" data-panel={panel ? '' : undefined}>
        <div className="stoa-app-writing-column">
          <h1 className="stoa-visually-hidden">{heading}</h1>
          {children}
        </div>
        {panel}
      </div>
    </>
  )
}
