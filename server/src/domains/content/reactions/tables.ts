import { NO_NAME, type Table } from '../../../platform/database/table.ts'

export const reactionsTables: readonly Table[] = [
  {
    name: 'reactions',
    personal: [{ column: 'user_id', archive: { file: 'reactions' }, by: 'entity_id', atDeletion: { stays: NO_NAME } }],
  },
  {
    name: 'reaction_moves',
    personal: [
      {
        column: 'user_id',
        archive: { none: 'the reactions are in it' },
        by: 'move_id',
        atDeletion: { stays: NO_NAME },
      },
    ],
  },
]
