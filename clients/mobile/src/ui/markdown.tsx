// How is an answer's Markdown shown? As text, lists, code and tables' rows; HTML in it stays text, links go to the web alone.

import { type Token, type Tokens, lexer } from "marked";
import { Fragment, type ReactNode, useMemo } from "react";
import { Linking, Text, View } from "react-native";
import { Say } from "./parts";
import { type Theme, useTheme } from "./theme";

const WEB = /^https?:\/\//i;

export function Markdown({ text }: { text: string }) {
  const theme = useTheme();
  const tokens = useMemo(() => lexer(text), [text]);
  return <View style={{ gap: 8 }}>{blocks(tokens, theme)}</View>;
}

const blocks = (tokens: readonly Token[], theme: Theme): ReactNode =>
  tokens.map((token, at) => <Fragment key={at}>{block(token, theme)}</Fragment>);

function block(token: Token, theme: Theme): ReactNode {
  switch (token.type) {
    case "space":
    case "def":
      return null;
    case "heading":
      return <Say kind="strong">{inline(token.tokens ?? [], theme)}</Say>;
    case "list":
      return <View style={{ gap: 4 }}>{(token as Tokens.List).items.map((one, at) => item(token as Tokens.List, one, at, theme))}</View>;
    case "code":
      return <Text style={{ color: theme.text, fontFamily: "monospace" }}>{(token as Tokens.Code).text}</Text>;
    case "blockquote":
      return (
        <View style={{ borderStartWidth: 3, borderStartColor: theme.line, paddingStart: 10, gap: 8 }}>
          {blocks(token.tokens ?? [], theme)}
        </View>
      );
    case "hr":
      return <View style={{ height: 1, backgroundColor: theme.line }} />;
    case "table":
      return <View style={{ gap: 4 }}>{rows(token as Tokens.Table, theme)}</View>;
    default:
      return <Say>{"tokens" in token && token.tokens ? inline(token.tokens, theme) : plain(token)}</Say>;
  }
}

function item(list: Tokens.List, one: Tokens.ListItem, at: number, theme: Theme): ReactNode {
  const mark = one.task ? (one.checked ? "☑" : "☐") : list.ordered ? `${Number(list.start || 1) + at}.` : "•";
  return (
    <View key={at} style={{ flexDirection: "row", gap: 8 }}>
      <Say>{mark}</Say>
      <View style={{ flex: 1, gap: 4 }}>{blocks(one.tokens, theme)}</View>
    </View>
  );
}

/** A table does not fit a phone: each row says its heads beside its cells. */
const rows = (table: Tokens.Table, theme: Theme): ReactNode =>
  table.rows.map((cells, at) => (
    <Say key={at}>
      {cells.map((cell, column) => (
        <Fragment key={column}>
          {column ? " · " : ""}
          <Text style={{ color: theme.quiet }}>{table.header[column]?.text ?? ""} </Text>
          {inline(cell.tokens, theme)}
        </Fragment>
      ))}
    </Say>
  ));

const inline = (tokens: readonly Token[], theme: Theme): ReactNode =>
  tokens.map((token, at) => <Fragment key={at}>{piece(token, theme)}</Fragment>);

function piece(token: Token, theme: Theme): ReactNode {
  const inner = () => ("tokens" in token && token.tokens ? inline(token.tokens, theme) : plain(token));
  switch (token.type) {
    case "strong":
      return <Text style={{ fontWeight: "600" }}>{inner()}</Text>;
    case "em":
      return <Text style={{ fontStyle: "italic" }}>{inner()}</Text>;
    case "del":
      return <Text style={{ textDecorationLine: "line-through" }}>{inner()}</Text>;
    case "codespan":
      return <Text style={{ fontFamily: "monospace" }}>{plain(token)}</Text>;
    case "br":
      return "\n";
    case "link": {
      const { href } = token as Tokens.Link;
      if (!WEB.test(href)) return inner();
      return (
        <Text role="link" style={{ color: theme.accent, textDecorationLine: "underline" }} onPress={() => void Linking.openURL(href)}>
          {inner()}
        </Text>
      );
    }
    default: // an image is its name: nothing is fetched because an answer says so
      return inner();
  }
}

const ESCAPES: Record<string, string> = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&amp;": "&" };

function plain(token: Token): string {
  const text = "text" in token ? String(token.text) : token.raw;
  return text.replace(/&(?:lt|gt|quot|amp|#39);/g, (one) => ESCAPES[one] ?? one);
}
