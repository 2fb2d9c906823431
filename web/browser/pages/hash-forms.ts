import { followHashForms } from '../hash-forms.ts';

followHashForms();
