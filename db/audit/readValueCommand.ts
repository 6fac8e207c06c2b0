import { Argument, Command } from '@commander-js/extra-typings';
import { problemText } from '../../events/partners/importProblems.ts';
import { PROFILE_PROBLEMS } from '../../events/partners/readImportRow.ts';
import { readProfile } from '../../events/partners/readProfile.ts';
import { findAddresses } from '../../events/shared/emailAddress.ts';
import { pageContent } from '../parse/pageContent.ts';
import { operatorCommand } from '../process/command.ts';
import { fileLines } from './fileLines.ts';

const KINDS = ['page', 'profile', 'email'] as const;
type Kind = (typeof KINDS)[number];
/** `refused`: the code of the reason, if there is no value. */
type ReadValue = { value: unknown; refused: string | null; words: string };

function readPage(text: string): ReadValue {
  const content = pageContent(text, 'text/html', 'https://page.invalid/');
  if (!content) return { value: [], refused: 'too_large', words: 'The page is too large to be read.' };
  const value = [...content.addresses].sort();
  return {
    value,
    refused: value.length > 0 ? null : 'no_address',
    words: value.join(', ') || 'The page shows no address.',
  };
}

function readProfileUrl(text: string): ReadValue {
  const read = readProfile(text);
  if (!read.ok) return { value: null, refused: read.reason, words: problemText(PROFILE_PROBLEMS[read.reason]) };
  const { ok: _, key: __, ...value } = read;
  return { value, refused: null, words: `${value.url} (${value.platform}, ${value.username})` };
}

function readEmail(text: string): ReadValue {
  const [value = null] = findAddresses(text).addresses;
  return { value, refused: value === null ? 'email_invalid' : null, words: value ?? problemText('email_invalid') };
}

const READ: Readonly<Record<Kind, (text: string) => ReadValue>> = {
  page: readPage,
  profile: readProfileUrl,
  email: readEmail,
};

/** What the product reads from a page, a pasted profile, or a pasted address. */
export const readValueCommand = operatorCommand(
  () =>
    new Command('read-value')
      .description(
        'Says what the product reads from files that hold a page, the pasted address of a profile, or a pasted email address. It needs no installation and changes nothing.',
      )
      .addArgument(new Argument('<kind>', 'what the files hold').choices(KINDS))
      .addArgument(new Argument('<files...>', 'the files'))
      .option('--json', 'print JSON, one line a file'),
  ({ json = false }, output, kind, files) =>
    fileLines(files, json, output, (bytes) => {
      const { words, ...read } = READ[kind](bytes.toString('utf8'));
      return { line: { kind, ...read }, words: [words] };
    }),
);
