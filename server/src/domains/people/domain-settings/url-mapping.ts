import { communityName, type DomainSettings, mappedPrefix } from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import type { CommunityService } from '../communities/index.ts'

interface Problem {
  /** Of the entry. */
  index: number
  field: 'tokenName' | 'basePath'
  message: string
}

/** Why a domain's mapping can't work: a community is missing, or its addresses begin with another's, or with its own. */
export async function problemsOfMapping(
  { urlMapping }: Pick<DomainSettings, 'urlMapping'>,
  communities: Pick<CommunityService, 'require'>,
  tx: Transaction,
): Promise<Problem[]> {
  const problems: Problem[] = []
  const homes: { tokenName: string; home: string }[] = []
  for (const [index, mapped] of urlMapping.entries()) {
    const { tokenName } = mapped
    const community = await communities.require(tokenName, tx).catch(() => null)
    if (community?.tokenName !== tokenName)
      problems.push({ index, field: 'tokenName', message: `There is no community ${tokenName}.` })
    // Its token name leads there, too.
    for (const name of new Set([tokenName, community ? communityName(community) : tokenName]))
      homes.push({ tokenName, home: `${mappedPrefix(mapped)}/${name}`.toLowerCase() })
  }
  for (const [index, mapped] of urlMapping.entries()) {
    const prefix = `${mappedPrefix(mapped)}/`
    const around = homes.find(({ home }) => prefix.startsWith(`${home}/`))
    if (around)
      problems.push({
        index,
        field: 'basePath',
        message: `${around.tokenName} has this address, so links there would lead in circles.`,
      })
  }
  return problems
}
