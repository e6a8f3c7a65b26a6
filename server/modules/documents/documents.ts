export {
  addDocument,
  addSystemDocument,
  eraseDocuments,
  heldDocuments,
  listDocuments,
  moveDocuments,
  namedDocuments,
  removeDraftDocument,
  type StoredDocument,
} from './archive.ts'
