import './start-steps.css'
import { type Community, canSetUp, communityPath } from '@stoa/contract'
import { members } from '@stoa/store'
import { useCommunity, useList, useViewer } from '@stoa/store/react'
import { ButtonLink, CheckIcon, useTranslate, VisuallyHidden } from '@stoa/ui'
import { guidedForum, useHostedApp } from '../../../hosted-app.ts'
import { createPostPath, SETUP_PATH } from '../../../paths.ts'
import { createCommunityMessages } from '../../create-community/messages.ts'
import { CopyButton } from '../../settings/security/copy-button.tsx'

/** Whether nothing is left to do that every community needs. */
export function isStarted(community: Community | undefined): boolean {
  if (!community) return true
  const { about, logoImageURI, activeFlairs, rules, totalPosts } = community
  return about !== '' && logoImageURI !== '' && activeFlairs.length > 0 && rules.length > 0 && totalPosts > 0
}

/** `admin-settings/start`: next steps for a new community. */
export function StartSteps({ tokenName }: { tokenName: string }) {
  const t = useTranslate(createCommunityMessages)
  const { origin, config } = useHostedApp()
  const viewer = useViewer() ?? null
  const community = useCommunity(tokenName)
  const partners = useList(members(tokenName, 'partner'), { load: true })
  if (!community) return null
  const { about, logoImageURI, activeFlairs, rules, totalPosts } = community
  const home = communityPath(community)
  const hasGuide = canSetUp(viewer, guidedForum(config)).allowed && tokenName === config.defaultTokenName
  const steps = [
    ...(hasGuide ? [{ id: 'guide', href: SETUP_PATH, isDone: false } as const] : []),
    { id: 'topics', href: `${home}/admin-settings/topics`, isDone: activeFlairs.length > 0 },
    { id: 'logo', href: `${home}/admin-settings/general`, isDone: about !== '' && logoImageURI !== '' },
    { id: 'rules', href: `${home}/admin-settings/rules`, isDone: rules.length > 0 },
    { id: 'post', href: createPostPath(community), isDone: totalPosts > 0 },
    { id: 'share', href: null, isDone: false },
    { id: 'partner', href: `${home}/tab/holders`, isDone: partners.ids.length > 0 },
  ] as const
  return (
    <section className="stoa-app-start" aria-labelledby="start-title">
      <h2 id="start-title">{t('start.title')}</h2>
      <p className="stoa-app-muted">{t('start.text')}</p>
      <ol>
        {steps.map(({ id, href, isDone }) => (
          <li key={id} data-done={isDone || undefined}>
            <span className="stoa-app-start-mark">{isDone && <CheckIcon size={16} />}</span>
            <div>
              {href === null ? (
                <strong>{t(`start.${id}`)}</strong>
              ) : (
                <a className="stoa-app-list-title" href={href}>
                  {t(`start.${id}`)}
                </a>
              )}
              {isDone && <VisuallyHidden>{t('start.done')}</VisuallyHidden>}
              <p className="stoa-app-muted">{t(`start.${id}.text`)}</p>
              {id === 'share' && (
                <p className="stoa-app-start-address">
                  <code dir="ltr">{origin + home}</code>
                  <CopyButton text={origin + home} label={t('start.copy')} />
                </p>
              )}
            </div>
          </li>
        ))}
      </ol>
      <ButtonLink href={home}>{t('start.visit')}</ButtonLink>
    </section>
  )
}
