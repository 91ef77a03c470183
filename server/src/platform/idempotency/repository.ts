import type { Connection } from '../database/database.ts'

export interface IdempotencyRow {
  key_hash: string
  body_hash: string
  answer: string
  created_at: number
}

/** Queries of stored responses. */
export function idempotencyRepository(connection: Connection) {
  const keys = () => connection<IdempotencyRow>('idempotency_keys')
  return {
    async byKey(keyHash: string): Promise<IdempotencyRow | undefined> {
      return keys().where({ key_hash: keyHash }).first()
    },
    /** The last of the next `count` keys; undefined if there are fewer. */
    async keyAfter(after: string, count: number): Promise<string | undefined> {
      const [key] = await keys()
        .where('key_hash', '>', after)
        .orderBy('key_hash')
        .offset(count - 1)
        .limit(1)
        .pluck('key_hash')
      return key
    },
    /** Responses between two keys whose JSON contains one of the texts, in any letter case. */
    async holding(
      texts: string[],
      { after, last }: { after: string; last: string | undefined },
    ): Promise<IdempotencyRow[]> {
      const between = keys()
        .where('key_hash', '>', after)
        .where((query) =>
          texts.forEach((text) => void query.orWhereRaw('instr(lower(answer), ?) > 0', [text.toLowerCase()])),
        )
      return last === undefined ? between : between.where('key_hash', '<=', last)
    },
    async rewrite(keyHash: string, response: string): Promise<void> {
      await keys().where({ key_hash: keyHash }).update({ answer: response })
    },
    /** Deletes an actor's responses from before a time, by key prefix. */
    async deleteOf(prefix: string, before: number): Promise<void> {
      // `g` sorts after all hexadecimal digits.
      await keys()
        .whereBetween('key_hash', [prefix, `${prefix}g`])
        .where('created_at', '<', before)
        .del()
    },
    async deleteBefore(time: number): Promise<number> {
      return keys().where('created_at', '<', time).del()
    },
  }
}
