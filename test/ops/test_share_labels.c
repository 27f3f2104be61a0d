/* SPDX-License-Identifier: MIT */
/* Share: what labels and templates announce, in spellings that no list has, and what only looks alike. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "share/lexicon.h"
#include "sharing.h"

struct line {
  const char *text, *want; /* want NULL: it stays */
};

/* Each is a file of its own, below a heading. */
static void check(const char *heading, const struct line *lines, size_t n) {
  for (size_t i = 0; i < n; i++) {
    char all[1024], want[1024];
    (void)snprintf(all, sizeof all, "%s%s\n", heading, lines[i].text);
    (void)snprintf(want, sizeof want, "%s%s\n", heading, lines[i].want ? lines[i].want : lines[i].text);
    struct bytes out = shared(NULL, all, strlen(all));
    char *made = calloc(out.len + 1, 1);
    assert_non_null(made);
    memcpy(made, out.ptr, out.len);
    bare(made);
    assert_string_equal(made, want);
    free(made);
    free(out.ptr);
  }
}
#define CHECK(HEADING, LINES) check(HEADING, LINES, sizeof LINES / sizeof *LINES)

/* ---- labels ---- */

static const struct line labels[] = {
    {"mTargetSSID = \"Birch House\" x", "mTargetSSID = \"<ssid>\" x"},
    {"AP_SSID: 'Birch House', b", "AP_SSID: '<ssid>', b"},
    {"lastSsid2=Birch House, rssi=-61", "lastSsid2=<ssid>, rssi=-61"},
    {"{\"network_name\": \"Birch House\"}", "{\"network_name\": \"<ssid>\"}"},
    {"getSsid()=\"Birch House\"", "getSsid()=\"<ssid>\""},
    {"x %22ssid%22%3A%22Birch%20House%22", "x %22ssid%22%3A%22%3Cssid%3E%22"},
    {"ssid => Birch House | 5 GHz", "ssid => <ssid> | 5 GHz"},
    {"connectChoice \"Birch House\"WPA_PSK", "connectChoice \"<ssid>\"WPA_PSK"},
    {"USER_CONNECT_CHOICE   \"Birch House\"SAE", "USER_CONNECT_CHOICE   \"<ssid>\"SAE"},
    {"callerDisplayName: Ada Birch number=x", "callerDisplayName: <person> number=x"},
    {"contact_name=Ada Birch; x", "contact_name=<person>; x"},
    {"android.title=String (Ada Birch)", "android.title=String (<person>)"},
    {"android.conversationTitle=SpannableString (Ada Birch)", "android.conversationTitle=SpannableString (<person>)"},
    {"device_name=Ada's phone x", "device_name=<person>'s phone x"},
    {"mDeviceName: Ada's Tab S943", "mDeviceName: <person>"},
    {"mImsi2=001010123456789 x", "mImsi2=<imsi> x"},
    {"[ril.subscriber_id0]: [001010123456789]", "[ril.subscriber_id0]: [<imsi>]"},
    {"imei 49-015420-323751-8, ok", "imei <imei>, ok"},
    {"mac 0200a1b2c3d4 up", "mac <mac> up"},
    {"bd_addr: 0204a1b2c3d4", "bd_addr: <mac>"},
    {"latE7=-551913840 lngE7=775259000", "latE7=<location> lngE7=<location>"},
    {"pickup_latitude=48.8701, pickup_longitude=-123.3901", "pickup_latitude=<location>, pickup_longitude=<location>"},
    {"LatLng{lat/lng: (48.8701,-123.3901)}", "LatLng{lat/lng: (<location>)}"},
    {"ID_SERIAL=Acme_Disk_X7Q200F4", "ID_SERIAL=Acme_Disk_<serial>"},
    {"ID_WWN=0x5002538d40f1a2b3", "ID_WWN=0x<serial>"},
    {"dmi.chassis.asset.tag: AT-123456", "dmi.chassis.asset.tag: <serial>"},
    {"mMyMobileNumber=5550143222", "mMyMobileNumber=<phone>"},
    {"_id:3 name:wifi_p2p_device_name pkg:android value:Adas Tab 43 default:x",
     "_id:3 name:wifi_p2p_device_name pkg:android value:<person> default:x"},
    {"DB_PASSWORD=k3h5gfnbb2", "DB_PASSWORD=<secret>"},
    {"<string name=\"PreSharedKey\">&quot;k3h5gfnbb2&quot;</string>",
     "<string name=\"PreSharedKey\">&quot;<secret>&quot;</string>"},
    {"mCi=12345678 mTac=22222 mPci=3", "mCi=<cell> mTac=<cell> mPci=3"},
    {"Cell ID: 12345678", "Cell ID: <cell>"},
    {"name:device_name value:speaker", NULL},
    {"carrier_display_name=Example Mobile", NULL},
    {"default_device_name=Example 7", NULL},
    {"x{id=1 simSlotIndex=0 displayName=Example Mobile carrierName=Example}", NULL},
    {"class Foo::ssid::Bar ssid::x", NULL},
    {"SELECT (account_name=ownerAccount) AS x", NULL},
    {"WHERE ssid=? AND bssid=?", NULL},
    {"vvm_string = rssi contact_name=String", NULL},
    {"msm_serial.0: ttyMSM0 at 0x1", NULL},
    {"sequence_number=5550143222 serial number", NULL},
    {"ci=1 tac=0 lac=0", NULL},
    {"pipe ci=12345 x", NULL},
    {"LinkAddress: 192.168.200.2/24", "LinkAddress: <ipv4>/24"},
    {"credentials: 6ee433c/com.example.gms/.auth.Sync", NULL},
    {"error code: 524300", NULL},
    {"Worker@org.example.http.impl.Pool", NULL},
    /* what an earlier list of spellings took */
    {"mLac=22222 alone", "mLac=<cell> alone"},
    {"lat=48.8701", "lat=<location>"},
    {"meid: 268435456012345678", "meid: <meid>"},
    {"adid=abcd1234abcd", "adid=<device-id>"},
    {"phonenumber=5550143222", "phonenumber=<phone>"},
    {"wifinetworkkey=\"Birch House\"", "wifinetworkkey=\"<ssid>\""},
    {"{\"session\": \"k3h5gfnbb2\"}", "{\"session\": \"<secret>\"}"},
    {"username=birch77", "username=<username>"},
    {"<shared-user name=\"android.uid.shared\" userId=\"10001\">", NULL},
    {"Icon(typ=RESOURCE pkg=android id=0x010807e0)", NULL},
    {"ls /home/j\xc3\xbcrgen/x /Users/j/x", "ls /home/<username>/x /Users/<username>/x"},
    {"display_name=ada birch, x", "display_name=<person>, x"},
};

static void test_words(void **state) {
  (void)state;
  CHECK("", labels);
}

/* ---- templates ---- */

static const struct line templates[] = {
    {"WifiService: Removing network \"Birch House\"WPA_PSK", "WifiService: Removing network \"<ssid>\"WPA_PSK"},
    {"SSID Match pattern=PatternMatcher{LITERAL: Birch House}", "SSID Match pattern=PatternMatcher{LITERAL: <ssid>}"},
    {"Activation: (wifi) connection 'Birch House' has security", "Activation: (wifi) connection '<ssid>' has security"},
    {"wpa-ssid Birch House", "wpa-ssid <ssid>"},
    {"audit: op=\"connection-add\" uuid=\"1\" name=\"Birch House\"",
     "audit: op=\"connection-add\" uuid=\"1\" name=\"<ssid>\""},
    {"Account{name=ada birch,type=com.example}", "Account{name=<account>,type=com.example}"},
    {"sync birch77/com.example u0", "sync <account>/com.example u0"},
    {"$GPGGA,123519,4852.2060,S,12323.4060,W,1", "$GPGGA,123519,<location>,1"},
    {"$GNRMC,123519,A,4852.2060,S,12323.4060,W,0", "$GNRMC,123519,A,<location>,0"},
    {"maps/place/@-48.8701,-123.3901,15z", "maps/place/@<location>,15z"},
    {"  iSerial                 3 QV123456", "  iSerial                 3 <serial>"},
    {"disk/by-id/wwn-0x5002538d40f1a2b3", "disk/by-id/wwn-0x<serial>"},
    {"su[4714]: (to root) birch77 on pts/1", "su[4714]: (to root) <username> on pts/1"},
    {"CRON[4715]: (birch77) CMD (true)", "CRON[4715]: (<username>) CMD (true)"},
    {"sudo[12]: birch77 : TTY=pts/0", "sudo[12]: <username> : TTY=pts/0"},
    {"Accepted publickey for birch77 from x", "Accepted publickey for <username> from x"},
    {"C:\\Users\\birch77\\x", "C:\\Users\\<username>\\x"},
    {"mysql -h x -ubirch77 -pk3h5gfnbb2", "mysql -h x -u<username> -p<secret>"},
    {"ssh-ed25519 AAAAC3 birch77@elm-box", "ssh-ed25519 AAAAC3 <username>@<hostname>"},
    {"Linux elm-box 6.8.0 x", "Linux <hostname> 6.8.0 x"},
    {"127.0.1.1 elm-box", "127.0.1.1 <hostname>"},
    {"option host-name \"elm-box\";", "option host-name \"<hostname>\";"},
    {"Your verification code is 123456", "Your verification code is <secret>"},
    {"123456 is your code", "<secret> is your code"},
    {"123456789012 is your code", NULL},
    {"Invalid user birch77 from x", "Invalid user <username> from x"},
    {"pam_unix(sshd:session): session opened for user birch77(uid=1000)",
     "pam_unix(sshd:session): session opened for user <username>(uid=1000)"},
    {"[0123]> DIAL 5550143222", "[0123]> DIAL <phone>"},
    {"lrwxrwxrwx by-label/Birch_7 -> ../../sda1", "lrwxrwxrwx by-label/<account> -> ../../sda1"},
    {"birch77:x:1000:1000:Ada Birch,,,:/home/birch77:/bin/sh",
     "<username>:x:1000:1000:<person>,,,:/home/<username>:/bin/sh"},
    {"PatternMatcher{LITERAL: com.example}", NULL},
    {"sync root/com.example", NULL},
    {"nobody:x:65534:65534:Nobody Home:/:/bin/false", NULL},
    {"su: (to root) root on pts/1", NULL},
    {"Linux version 6.8.0", NULL},
};

static void test_templates(void **state) {
  (void)state;
  CHECK("", templates);
}

/* ---- where ---- */

static const struct line of_bluetooth[] = {
    {"  name: Birch Box", "  name: <person>"},
    {"  06:22:B1:F1:BD:E2 [ DUAL ] Birch Box", "  <mac> [ DUAL ] <person>"},
    {"  class_name: Birch Box", NULL},
};
static const struct line of_content[] = {
    {"#1 : USER  0.4s birch77/com.example.chat u0 x", "#1 : USER  0.4s <account>/com.example.chat u0 x"},
    {"birch77 (com.example.chat) u0 [x]", "<account> (com.example.chat) u0 [x]"},
};
static const struct line of_radio[] = {
    {"[0123]> SETUP_CALL 5550143222", "[0123]> SETUP_CALL <phone>"},
    {"destAddr=+442079460345", "destAddr=<phone>"},
};
static const struct line of_others[] = {
    {"  name: Birch Box", NULL},
    {"#1 : USER  0.4s birch77/com.example.chat u0 x", NULL},
    {"[0123]> SETUP_CALL 5550143222", NULL},
};

static void test_where(void **state) {
  (void)state;
  CHECK("DUMP OF SERVICE bluetooth_manager:\n", of_bluetooth);
  CHECK("DUMP OF SERVICE HIGH bluetooth_manager:\n", of_bluetooth);
  CHECK("DUMP OF SERVICE content:\n", of_content);
  CHECK("------ RADIO LOG (logcat -b radio) ------\n", of_radio);
  CHECK("DUMP OF SERVICE telephony.registry:\n", of_radio);
  CHECK("DUMP OF SERVICE power:\n", of_others);
  CHECK("DUMP OF SERVICE bluetooth_manager:\n------ SYSTEM LOG (logcat) ------\n", of_others);
}

static const struct line tables[] = {
    {"NAME         UUID  TYPE  DEVICE\nBirch House  1-2   wifi  w0\nWired one    1-3   ethernet  e0",
     "NAME         UUID  TYPE  DEVICE\n<ssid>  1-2   wifi  w0\nWired one    1-3   ethernet  e0"},
    {"DEVICE  TYPE  STATE  CONNECTION\nw0  wifi  connected  Birch House\nlo  loopback  unmanaged  --",
     "DEVICE  TYPE  STATE  CONNECTION\nw0  wifi  connected  <ssid>\nlo  loopback  unmanaged  --"},
    {"  access-points:\n    \"Birch House\":\n      hidden: true\n  dhcp4: yes",
     "  access-points:\n    \"<ssid>\":\n      hidden: true\n  dhcp4: yes"},
    {"List of SSIDs:\n  \"Birch House\"\n  \"Elm\"\nend \"Oak\"",
     "List of SSIDs:\n  \"<ssid>\"\n  \"<ssid>\"\nend \"Oak\""},
    {"BSSID  Frequency  RSSI  Age  SSID  Flags\n  06:74:4c:2c:3e:3a  2437  -61(0:-62/1:-68)  12.2  Birch House   "
     "[WPA2]",
     "BSSID  Frequency  RSSI  Age  SSID  Flags\n  <mac>  2437  -61(0:-62/1:-68)  12.2  <ssid>   [WPA2]"},
};

static void test_tables(void **state) {
  (void)state;
  CHECK("", tables);
}

/* Words that the report has in lists are replaced only where a label announces them; products are nobody's. */
static void test_vocabulary(void **state) {
  static const struct line lines[] = {
      {"[ro.product.model]: [Example 7]\n_id:1 name:device_name value:Example 7\nExample 7", NULL},
      {"DUMP OF SERVICE birches:\naccountName=birches,\nbirches",
       "DUMP OF SERVICE birches:\naccountName=<account>,\nbirches"},
      {"_id:1 name:birch_mode pkg:x value:1\nowner name: Birch_Mode\nbirch_mode",
       "_id:1 name:birch_mode pkg:x value:1\nowner name: <person>\nbirch_mode"},
      {"owner name: Ada Birch\nada birch", "owner name: <person>\n<person>"},
  };
  (void)state;
  CHECK("", lines);
}

/* ---- texts of a lexicon ---- */

static const struct {
  const char *text;
  uint64_t line;
} faulty[] = {
    {"nobody field\n", 1},
    {"ssid\n", 1},
    {"ssid field sometimes\n", 1},
    {"mac hex\n", 1},
    {"name field\n", 1},
    {"# x\n\n  = ssid\n", 3},
    {"ssid field\n  ssid\n", 2},
    {"ssid field\n  =\n", 2},
    {"ssid field\n  = s-s\n", 2},
    {"ssid field\n  = aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n", 2},
    {"ssid field\n  ~ no value\n", 2},
    {"ssid field\n  ~ two %v %v\n", 2},
    {"ssid field\n  ~ at %v\n", 2},
    {"ssid field\n  ~ what %y %v\n", 2},
    {"ssid field\n  ~ %(a|b %v\n", 2},
    {"ssid field\n  = ok\n  ? x\n", 3},
};

static bool read_text(struct dfmti_mem *m, const char *text, struct dfmto_share_lexicon_fault *fault) {
  struct dfmto_share_lexicon x = {.by_name = {.n = 0}};
  struct dfmto_share_trie words = {.nodes = {.len = 0}};
  *fault = (struct dfmto_share_lexicon_fault){0, NULL};
  const bool good = dfmto_share_lexicon_read(m, &x, (struct dfmto_share_bytes){(const uint8_t *)text, strlen(text)},
                                             &words, 0, fault);
  dfmto_share_lexicon_free(m, &x);
  dfmto_share_trie_free(m, &words);
  return good;
}

static void test_faulty(void **state) {
  struct dfmto_share_lexicon_fault fault;
  struct dfmti_mem m;
  (void)state;
  dfmti_mem_init(&m, NULL);
  for (size_t i = 0; i < sizeof faulty / sizeof *faulty; i++) {
    assert_false(read_text(&m, faulty[i].text, &fault));
    assert_int_equal(fault.line, faulty[i].line);
    assert_non_null(fault.what);
  }
  assert_true(read_text(&m, dfmto_share_lexicon_text, &fault));
  assert_true(read_text(&m, "ssid field here with:a%_b|c\r\n  = ssid  \n  ~ ^ net %v$", &fault));
  assert_true(read_text(&m, "", &fault));
}

/* Labels of the caller are as good as those that are compiled in, and mistakes in them are told by line. */
static void test_added(void **state) {
  static const char ours[] =
      "# ours\naccount token\n  = badge no\n  ~ logged in as %v%_at\n  ~ seen %m%sas %q%v%q\nperson field here\n  = "
      "seat\n";
  static const char in[] =
      "badgeNo=birch77 seat: Ada Birch\nlogged in as elm77 at desk\n"
      "seen 00:00:00:00:00:00   as 'oak77'\nbirch77, elm77, oak77, Ada Birch\n";
  static const char want[] =
      "badgeNo=<account> seat: <person>\nlogged in as <account> at desk\n"
      "seen 00:00:00:00:00:00   as '<account>'\n<account>, <account>, <account>, Ada Birch\n";
  dfmt_source *s;
  dfmt_op *op;
  (void)state;
  dfmt_config *c = config();
  assert_int_equal(dfmt_config_add(c, DFMT_OPS_SHARE_LABELS, ours, strlen(ours)), DFMT_OK);
  struct bytes out = shared(c, in, strlen(in));
  char made[sizeof want + 64];
  assert_true(out.len < sizeof made);
  memcpy(made, out.ptr, out.len);
  made[out.len] = 0;
  bare(made);
  assert_string_equal(made, want);
  free(out.ptr);
  dfmt_config_free(c);

  c = config();
  assert_int_equal(dfmt_config_add(c, DFMT_OPS_SHARE_LABELS, "ssid field\n  = x!\n", 18), DFMT_OK);
  assert_int_equal(dfmt_op_new(c, "share", &op), DFMT_OK);
  assert_int_equal(dfmt_source_memory(NULL, in, strlen(in), &s), DFMT_OK);
  assert_int_equal(dfmt_op_add(op, s), DFMT_OK);
  assert_int_equal(dfmt_op_run(op), DFMT_E_ARG);
  assert_non_null(strstr(dfmt_op_error(op)->message, "labels, line 2: expected a label"));
  dfmt_op_free(op);
  dfmt_source_free(s);
  dfmt_config_free(c);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_words),      cmocka_unit_test(test_templates),
                                     cmocka_unit_test(test_where),      cmocka_unit_test(test_tables),
                                     cmocka_unit_test(test_vocabulary), cmocka_unit_test(test_faulty),
                                     cmocka_unit_test(test_added)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
