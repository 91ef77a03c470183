import '../menu/menu.css'
import type { DomainSummary, PageSummary } from '@stoa/contract'
import { useStoa } from '@stoa/store/react'
import {
  Badge,
  ButtonLink,
  LoadFailure,
  PlusIcon,
  RelativeTime,
  SelectField,
  Skeleton,
  useTranslate,
  Written,
} from '@stoa/ui'
import { useCallback, useState } from 'react'
import { useNavigate } from 'react-router'
import { pageEditorPath } from '../../../paths.ts'
import { NotFound } from '../../../shell/not-found.tsx'
import { Section } from '../../settings/settings-section.tsx'
import { useLoaded } from '../../settings/use-loaded.ts'
import { pageMessages } from './messages.ts'
import { PageEditor } from './page-editor.tsx'

/** Lists a domain's static pages, or edits one of them; without a name, those of the viewer's first domain. */
export function PagesPage({ name, pageId }: { name: string | undefined; pageId: string | undefined }) {
  return name && pageId ? <OpenPage domainName={name} pageId={pageId} /> : <PageList name={name} />
}

/** One page. A new one stays in the same editor after it was saved first. */
function OpenPage({ domainName, pageId }: { domainName: string; pageId: string }) {
  const [createdId, setCreatedId] = useState('')
  const edited = pageId === createdId ? 'new' : pageId
  return <PageEditor key={edited} domainName={domainName} pageId={edited} onCreated={setCreatedId} />
}

interface Lists {
  domains: readonly DomainSummary[]
  domain: DomainSummary | undefined
  items: readonly PageSummary[]
}

function PageList({ name }: { name: string | undefined }) {
  const t = useTranslate(pageMessages)
  const { call } = useStoa().client
  const navigate = useNavigate()
  const load = useCallback(async () => {
    const domains = (await call('domainList', {})).items
    const domain = domains.find((one) => one.name === (name ?? domains[0]?.name))
    return { domains, domain, items: domain ? (await call('pageList', { domainName: domain.name })).items : [] }
  }, [call, name])
  const { value, failed, reload } = useLoaded<Lists>(load)
  if (failed) return <LoadFailure onRetry={reload}>{t('pages.failed')}</LoadFailure>
  if (!value) return <Skeleton lines={6} />
  const { domains, domain, items } = value
  if (!domain) return <NotFound />
  return (
    <Section id="pages" title={t('pages.title')} text={t('pages.text')}>
      {domains.length > 1 && (
        <SelectField
          label={t('pages.domain')}
          options={domains.map((one) => ({ value: one.name, label: one.displayName }))}
          value={domain.name}
          onChange={(event) => void navigate(pageEditorPath(event.currentTarget.value))}
        />
      )}
      {items.length === 0 && <p className="stoa-app-muted">{t('pages.empty')}</p>}
      <ul className="stoa-app-domains">
        {items.map((page) => (
          <li key={page.id}>
            <div>
              <a href={pageEditorPath(domain.name, page.id)}>
                <Written>{page.title}</Written>
              </a>
              <p className="stoa-app-muted">
                <bdi dir="ltr">/pages/{page.slug}</bdi>
                {page.languages.length > 1 && ` · ${page.languages.join(', ')}`}
                {' · '}
                {t.rich('pages.by', { author: <bdi>{page.author}</bdi>, time: <RelativeTime value={page.savedAt} /> })}
              </p>
            </div>
            {(!page.isPublished || page.hasDraft) && (
              <Badge>{t(page.isPublished ? 'pages.changed' : 'pages.draft')}</Badge>
            )}
          </li>
        ))}
      </ul>
      <div className="stoa-settings-ways">
        <ButtonLink icon={<PlusIcon />} href={pageEditorPath(domain.name, 'new')}>
          {t('pages.new')}
        </ButtonLink>
      </div>
    </Section>
  )
}
