import { ToastRegion, useTranslate } from '@stoa/ui'
import { useEffect } from 'react'
import { Outlet, ScrollRestoration, useMatches } from 'react-router'
import { useHostedApp } from '../../hosted-app.ts'
import { SCROLL_KEY } from '../../list-length.ts'
import { messages } from '../../messages.ts'
import type { ScreenData } from '../../screen-data.ts'
import { PreviewNotice } from '../../shell/preview-notice.tsx'
import { useLinkNavigation } from '../../shell/use-link-navigation.ts'

/** The frame of the guide, and of every screen while the forum is being set up: without navigation. */
export function SetupLayout() {
  const t = useTranslate(messages)
  const { toasts } = useHostedApp()
  const data = useMatches().at(-1)?.data as ScreenData | undefined
  useLinkNavigation()
  // Runs after the fields' own effects have read their values from the server-rendered form.
  useEffect(() => void setTimeout(() => window.stoaAlive?.()), [])
  useEffect(() => {
    if (data) document.title = data.head.title
  }, [data])
  return (
    <div className="stoa-app stoa-setup">
      <a className="stoa-app-skip" href="#main">
        {t('app.skip')}
      </a>
      <PreviewNotice />
      <p className="stoa-app-scriptless">{t('app.scriptless')}</p>
      <main id="main" className="stoa-setup-main" tabIndex={-1}>
        <Outlet />
      </main>
      <ToastRegion toasts={toasts} />
      <ScrollRestoration storageKey={SCROLL_KEY} />
    </div>
  )
}
