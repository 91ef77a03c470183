import type { Finding, Findings } from '@stoa/contract'
import type { Transaction } from '../../../platform/database/database.ts'
import { insertion } from '../../../platform/database/transaction.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Outcome } from './content-checks.ts'
import { checksRepository, type FindingsRow } from './repository.ts'

export type ContentFindings = ReturnType<typeof createContentFindings>

/** Stores the findings of the checks for moderators. */
export function createContentFindings({ database, clock }: Pick<Platform, 'database' | 'clock'>) {
  const listeners: ((tx: Transaction, entityIds: readonly string[]) => Promise<void>)[] = []
  const rowOf = (about: { entityId: string; communityId: string } & Outcome): FindingsRow => ({
    entity_id: about.entityId,
    community_id: about.communityId,
    held: Number(about.held),
    score: about.score,
    findings: JSON.stringify(about.findings),
    created_at: clock.now(),
  })

  /** Findings about posts and comments, by id. The caller checks who may see them. */
  async function byId(entityIds: string[], tx?: Transaction): Promise<Map<string, Findings & { communityId: string }>> {
    const rows = await checksRepository(database.from(tx)).findingsOf([...new Set(entityIds)])
    return new Map(
      rows.map(({ entity_id, community_id, held, score, findings }) => [
        entity_id,
        {
          entityId: entity_id,
          communityId: community_id,
          held: held === 1,
          score,
          findings: JSON.parse(findings) as Finding[],
        },
      ]),
    )
  }

  return {
    /** Stores the findings about new posts and comments, with the last changes of the transaction. */
    add(tx: Transaction, items: readonly ({ entityId: string; communityId: string } & Outcome)[]): void {
      const rows = items.filter(({ findings }) => findings.length > 0).map(rowOf)
      if (rows.length > 0) tx.changeLast(...insertion('content_findings', rows))
    },
    /** Replaces the findings about an existing post or comment. */
    async replace(tx: Transaction, item: { entityId: string; communityId: string } & Outcome): Promise<void> {
      const repository = checksRepository(tx.connection)
      if (item.findings.length > 0) await repository.replaceFindings(rowOf(item))
      else await repository.forget([item.entityId])
    },
    /** Updates the findings about an edited text. Those that hold it stay until a moderator decides. */
    async change(tx: Transaction, item: { entityId: string; communityId: string } & Outcome): Promise<void> {
      const repository = checksRepository(tx.connection)
      const [before] = await repository.findingsOf([item.entityId])
      const formerFindings = before?.held === 1 ? (JSON.parse(before.findings) as Finding[]) : []
      const isKept = ({ check, text }: Finding) =>
        formerFindings.some((one) => one.check === check && one.text === text)
      const findings = [...formerFindings, ...item.findings.filter((one) => !isKept(one))]
      if (before || findings.length > 0) {
        await repository.replaceFindings(rowOf({ ...item, held: before?.held === 1, findings }))
      }
    },
    /** Whether a post or comment is held because of its findings. */
    async isHeld(entityId: string, tx?: Transaction): Promise<boolean> {
      return (await checksRepository(database.from(tx)).heldFindings(entityId)) !== undefined
    },
    /** Deletes the findings about erased posts and comments, and whatever else is kept about their texts. */
    async forget(tx: Transaction, entityIds: string[]): Promise<void> {
      await checksRepository(tx.connection).forget(entityIds)
      for (const listener of listeners) await listener(tx, entityIds)
    },
    /** Adds work to each transaction that erases posts or comments. */
    onForgotten(listener: (tx: Transaction, entityIds: readonly string[]) => Promise<void>): void {
      listeners.push(listener)
    },
    byId,
  }
}
