import './setup.css'
import { canSetUp } from '@stoa/contract'
import { useCommunity, useViewer } from '@stoa/store/react'
import { Avatar, ButtonLink, useTranslate } from '@stoa/ui'
import { guidedForum, useHostedApp } from '../../hosted-app.ts'
import { loginPath, SETUP_PATH } from '../../paths.ts'
import { setupMessages } from './messages.ts'

/** Every address of a forum that isn't open yet. */
export function BeingSetUpScreen() {
  const t = useTranslate(setupMessages)
  const { config } = useHostedApp()
  const community = useCommunity(config.defaultTokenName)
  const viewer = useViewer() ?? null
  const isClaimed = config.setup === 'guided'
  return (
    <div className="stoa-setup-door stoa-setup-soon">
      {community && isClaimed && (
        <Avatar id={community.tokenName} name={community.title} src={community.logoImageURI} size="xl" shape="square" />
      )}
      <h1>{community && isClaimed ? t('setup.being', { name: community.title }) : t('app.beingSetUp')}</h1>
      <p className="stoa-app-muted">{t('setup.being.text')}</p>
      {canSetUp(viewer, guidedForum(config)).allowed ? (
        <ButtonLink href={SETUP_PATH} variant="primary">
          {t('setup.resume')}
        </ButtonLink>
      ) : isClaimed ? (
        <>
          <ButtonLink href={loginPath(SETUP_PATH)}>{t('app.login')}</ButtonLink>
          <p className="stoa-setup-note">{t('setup.being.owner')}</p>
        </>
      ) : (
        <p className="stoa-setup-note">{t('setup.being.unclaimed')}</p>
      )}
    </div>
  )
}
