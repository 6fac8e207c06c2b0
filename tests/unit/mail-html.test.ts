import { expect, test } from 'vitest';
import { mailHtml } from '../../events/messages/mailHtml.ts';

const bodyOf = (text: string) => /<body>\n([\s\S]*)\n<\/body>/.exec(mailHtml(text))?.[1];

test.each([
  ['Hello,\n\nwell.\r\nBye', '<p>Hello,</p>\n<p>well.<br>\nBye</p>'],
  ['<script>alert(1)</script> & "x"', '<p>&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;x&quot;</p>'],
  [
    'See https://a.example/x?b=1&c=2. (http://b.example)',
    '<p>See <a href="https://a.example/x?b=1&amp;c=2">https://a.example/x?b=1&amp;c=2</a>. (<a href="http://b.example">http://b.example</a>)</p>',
  ],
  ['javascript:alert(1) https://"onclick=x', '<p>javascript:alert(1) https://&quot;onclick=x</p>'],
])('%j', (text, html) => expect(bodyOf(text)).toBe(html));
