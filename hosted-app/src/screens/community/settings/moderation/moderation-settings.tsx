import './moderation-settings.css'
import { type CallInput, type ContentRules, canEditChecks } from '@stoa/contract'
import { errorDetails } from '@stoa/store'
import { useStoa, useViewer } from '@stoa/store/react'
import { Button, EmptyState, Skeleton, useTranslate } from '@stoa/ui'
import { useCallback, useEffect, useState } from 'react'
import { NotAllowed } from '../../not-allowed.tsx'
import { ListSettings } from './list-settings.tsx'
import { moderationSettingsMessages } from './messages.ts'
import { NewcomerSettings } from './newcomer-settings.tsx'
import { ReasonSettings } from './reason-settings.tsx'
import { StormSettings } from './storm-settings.tsx'

type Scope = 'community' | 'all'
/** A change of the rules. */
export type RulesChange = Omit<CallInput<'checkRulesEdit'>, 'tokenName' | 'scope' | 'revision' | 'moderatorUserId'>
/**
 * Saves a change. Returns null, or the current rules if somebody else has changed the same part meanwhile; then nothing
 * is saved.
 */
export type SaveRules = (change: RulesChange) => Promise<ContentRules | null>

/** `admin-settings/moderation`: automatic checks of posts and comments. */
export function ModerationSettings({ tokenName }: { tokenName: string }) {
  const viewer = useViewer()
  const t = useTranslate(moderationSettingsMessages)
  const { clock } = useStoa()
  if (viewer === undefined) return <Skeleton lines={6} />
  const may = (scope: Scope) => canEditChecks(viewer, { tokenName, scope }, clock()).allowed
  if (!may('community')) return <NotAllowed tokenName={tokenName} what="section" />
  return (
    <>
      <h2>{t('checks.title')}</h2>
      <Rules key={tokenName} tokenName={tokenName} scope="community" />
      {may('all') && <Rules tokenName={tokenName} scope="all" />}
    </>
  )
}

function Rules({ tokenName, scope }: { tokenName: string; scope: Scope }) {
  const t = useTranslate(moderationSettingsMessages)
  const { rules, hasFailed, load, save } = useRules({ tokenName, scope })
  if (!rules) {
    return hasFailed ? (
      <EmptyState title={t('checks.failed')} action={<Button onClick={load}>{t('error.failed.retry')}</Button>} />
    ) : (
      <Skeleton lines={6} />
    )
  }
  const lists = <ListSettings tokenName={tokenName} scope={scope} entries={rules.entries} onSave={save} />
  if (scope === 'all') return lists
  return (
    <>
      <StormSettings storm={rules.storm} onSave={save} />
      {lists}
      <NewcomerSettings rules={rules} onSave={save} />
      <ReasonSettings reasons={rules.reasons} onSave={save} />
    </>
  )
}

/** The saved rules. */
function useRules({ tokenName, scope }: { tokenName: string; scope: Scope }) {
  const { call } = useStoa().client
  const [rules, setRules] = useState<ContentRules | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const load = useCallback(() => {
    setFailed(false)
    return call('checkRulesGet', { tokenName, scope }).then(
      (response) => setRules(response.rules),
      () => setFailed(true),
    )
  }, [call, tokenName, scope])
  useEffect(() => void load(), [load])

  /** Saves over the loaded version, and again over a newer one that has changed other parts only. */
  async function saveOver(base: ContentRules, change: RulesChange): Promise<ContentRules | null> {
    const { revision } = base
    try {
      setRules((await call('checkRulesEdit', { tokenName, scope, revision, ...change })).rules)
      return null
    } catch (error) {
      if (errorDetails(error).code !== 'RULES_CHANGED') throw error
      const current = (await call('checkRulesGet', { tokenName, scope })).rules
      setRules(current)
      const names = Object.keys(change) as (keyof RulesChange)[]
      const isSame = names.every((name) => JSON.stringify(base[name]) === JSON.stringify(current[name]))
      return isSame ? saveOver(current, change) : current
    }
  }
  const save: SaveRules = async (change) => rules && saveOver(rules, change)
  return { rules, hasFailed, load: () => void load(), save }
}
