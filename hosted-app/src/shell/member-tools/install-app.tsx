import { ArrowDownIcon, Dialog, useTranslate } from '@stoa/ui'
import { useState, useSyncExternalStore } from 'react'
import { acceptInstallOffer, installOffer, onInstallOffer } from '../../install-offer.ts'

const installMessages = {
  'install.action': 'Install app',
  'install.ios.title': 'Install the app',
  'install.ios.share': 'Tap Share in the browser’s bar.',
  'install.ios.add': 'Choose “Add to Home Screen”.',
  'install.ios.confirm': 'Tap “Add”.',
} as const

/** Safari on iPhones and iPads has no offer, only instructions; null where they don't apply or it runs as an app. */
function isOnIos(): boolean {
  return (navigator as { standalone?: boolean }).standalone === false && navigator.maxTouchPoints > 1
}

/** "Install app" for menus; null if it is installed or can't be. Render `dialog`, too. */
export function useInstallApp() {
  const t = useTranslate(installMessages)
  const [isExplaining, setExplaining] = useState(false)
  const offer = useSyncExternalStore(onInstallOffer, installOffer, () => null)
  const action =
    offer || isOnIos()
      ? {
          label: t('install.action'),
          icon: <ArrowDownIcon />,
          onClick: () => (offer ? void acceptInstallOffer() : setExplaining(true)),
        }
      : null
  const dialog = (
    <Dialog open={isExplaining} title={t('install.ios.title')} onClose={() => setExplaining(false)}>
      <ol>
        <li>{t('install.ios.share')}</li>
        <li>{t('install.ios.add')}</li>
        <li>{t('install.ios.confirm')}</li>
      </ol>
    </Dialog>
  )
  return { action, dialog }
}
