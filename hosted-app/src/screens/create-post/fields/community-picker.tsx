import { CommunityStatus, canTakePart } from '@stoa/contract'
import { loadCommunity } from '@stoa/store'
import { useStoa, useStoaState, useViewer } from '@stoa/store/react'
import { SelectField, useTranslate } from '@stoa/ui'
import { useEffect } from 'react'
import { useHostedApp } from '../../../hosted-app.ts'
import { createPostMessages } from '../messages.ts'

export interface CommunityPickerProps {
  /** The post's community. */
  tokenName: string
  onChange: (tokenName: string) => void
}

/** Number of communities whose titles are loaded for the list. */
const TITLES_MAX = 50

/** Selects one of the communities in which the author may post. Nothing if there is only one. */
export function CommunityPicker({ tokenName, onChange }: CommunityPickerProps) {
  const t = useTranslate(createPostMessages)
  const stoa = useStoa()
  const { config } = useHostedApp()
  const viewer = useViewer() ?? null
  const communities = useStoaState((state) => state.communities)
  const joined = [...(viewer?.joinedCommunities ?? []), ...(viewer?.tokenOwner ?? [])]
  const mine = joined.filter((name) => canTakePart(viewer, name, stoa.clock()).allowed)
  const isOpen = (name: string) => communities[name]?.publishStatus !== CommunityStatus.archived
  const names = config.isSingleTokenDomain ? [tokenName] : [...new Set([tokenName, ...mine.filter(isOpen)])]
  const namesToLoad = names.filter((name) => !communities[name]).slice(0, TITLES_MAX)
  const namesKey = namesToLoad.join(' ')
  useEffect(() => {
    // A community that fails to load is shown by its token name.
    for (const name of namesKey === '' ? [] : namesKey.split(' ')) loadCommunity(stoa, name).catch(() => {})
  }, [stoa, namesKey])
  if (names.length < 2) return null
  return (
    <SelectField
      label={t('create.field.community')}
      value={tokenName}
      options={names
        .map((name) => ({ value: name, label: communities[name]?.title ?? name }))
        .toSorted((one, other) => one.label.localeCompare(other.label))}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
