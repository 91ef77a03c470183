import './start-steps.css'
import { type Community, canSetUp, communityPath } from '@stoa/contract'
import { members } from '@stoa/store'
import { useCommunity, useList, useStoa, useViewer } from '@stoa/store/react'
import { ButtonLink, CheckIcon, useTranslate, VisuallyHidden } from '@stoa/ui'
import { useCallback } from 'react'
import { guidedForum, useHostedApp } from '../../../hosted-app.ts'
import { createPostPath, SETUP_PATH } from '../../../paths.ts'
import { createCommunityMessages } from '../../create-community/messages.ts'
import { CopyButton } from '../../settings/security/copy-button.tsx'
import { useLoaded } from '../../settings/use-loaded.ts'

/** Whether nothing is left to do that every community needs. */
export function isStarted(community: Community | undefined): boolean {
  if (!community) return true
  const { about, logoImageURI, activeFlairs, rules, totalPosts } = community
  return about !== '' && logoImageURI !== '' && activeFlairs.length > 0 && rules.length > 0 && totalPosts > 0
}

/** Whether each step of a new forum's guide is done or skipped; false until known. */
function useGuideDone(hasGuide: boolean): boolean {
  const stoa = useStoa()
  const load = useCallback(async () => (hasGuide ? stoa.client.call('setupGet', {}) : null), [stoa, hasGuide])
  const steps = useLoaded(load).value?.steps
  return steps !== undefined && !Object.values(steps).includes('open')
}

/** `admin-settings/start`: next steps for a new community. */
export function StartSteps({ tokenName }: { tokenName: string }) {
  const t = useTranslate(createCommunityMessages)
  const { origin, config } = useHostedApp()
  const viewer = useViewer() ?? null
  const community = useCommunity(tokenName)
  const partners = useList(members(tokenName, 'partner'), { load: true })
  const hasGuide = canSetUp(viewer, guidedForum(config)).allowed && tokenName === config.defaultTokenName
  const isGuideDone = useGuideDone(hasGuide)
  if (!community) return null
  const { about, logoImageURI, activeFlairs, rules, totalPosts, numberOfMembers } = community
  const home = communityPath(community)
  const guide = { id: 'guide', href: SETUP_PATH, isDone: isGuideDone } as const
  const steps = [
    { id: 'topics', href: `${home}/admin-settings/topics`, isDone: activeFlairs.length > 0 },
    { id: 'logo', href: `${home}/admin-settings/general`, isDone: about !== '' && logoImageURI !== '' },
    { id: 'rules', href: `${home}/admin-settings/rules`, isDone: rules.length > 0 },
    { id: 'post', href: createPostPath(community), isDone: totalPosts > 0 },
    { id: 'share', href: null, isDone: numberOfMembers > 1 },
    { id: 'partner', href: `${home}/tab/holders`, isDone: partners.ids.length > 0 },
  ] as const
  // The guide stays first, since whether it is done is known later.
  const sorted = [
    ...(hasGuide ? [guide] : []),
    ...steps.filter(({ isDone }) => !isDone),
    ...steps.filter(({ isDone }) => isDone),
  ]
  return (
    <section className="stoa-app-start" aria-labelledby="start-title">
      <h2 id="start-title">{t('start.title')}</h2>
      <p className="stoa-app-muted">{t('start.text')}</p>
      <ol>
        {sorted.map(({ id, href, isDone }) => (
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
